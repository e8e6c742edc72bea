"""Contact with a cluster of somebody's, and why there is none."""

import re
import socket
import ssl
import time
from dataclasses import dataclass
from typing import Any

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient

from include.clusters.cluster import Access
from include.clusters.topics import CLIENT
from include.errors import PlatformError

PATIENCE = 10.0
"""Seconds within which a broker must answer."""

SAID = re.compile(r"(?:\w+://)?(?P<address>[^/]+)/\w+: (?P<what>.*?)(?: \(after .*\))?", re.DOTALL)
"""What the library says of a broker: its address, what happened, and after how long in which state."""

ADVICE = [
    ("Failed to resolve", "check bootstrap.servers"),
    ("Connection refused", "nobody listens there; check bootstrap.servers"),
    ("SASL authentication error", "check sasl.username and sasl.password"),
    ("mechanism handshake failed", "check sasl.mechanism, and whether this listener wants SASL at all"),
    ("PLAINTEXT broker listener", "this listener has no TLS; check security.protocol"),
    (
        "SSL connection closed by peer",
        "this listener may have no TLS, or want a certificate of the client; check security.protocol "
        "and ssl.certificate.location",
    ),
    (
        "tls alert",
        "the broker wants another certificate of the client, or one at all; check ssl.certificate.location "
        "and ssl.key.location",
    ),
    ("certificate", "check ssl.ca.location"),
]


@dataclass(frozen=True)
class Brokers:
    """The brokers that are there now, and the cluster that they are."""

    count: int
    cluster_id: str


class Contact:
    """A client of its own, kept, since to connect anew takes a good part of a second with TLS and SCRAM."""

    def __init__(self, access: Access) -> None:
        """Connecting begins with the first look.

        Raises:
            PlatformError: the settings can't be used together; it says why.
        """
        self._access = access
        self._said: list[KafkaError] = []
        self._met = False
        settings: dict[str, Any] = {**CLIENT, **access.settings, "error_cb": self._said.append}
        try:
            self.client = AdminClient(settings)
        except KafkaException as error:
            reason = error.args[0].str().removeprefix("Failed to create admin client: ")
            raise PlatformError(f"connection {access.connection}: {reason}") from None

    def look(self, patience: float = PATIENCE) -> Brokers:
        """The brokers that are there.

        Raises:
            PlatformError: none answered within ``patience`` seconds; it says what was in the way.
        """
        self._said.clear()
        asked = self.client.describe_cluster(request_timeout=patience)
        last = time.monotonic() + patience
        while not asked.done() and time.monotonic() < last and not self._is_hopeless():
            self.client.poll(0.02)
        if not asked.done():
            raise PlatformError(f"connection {self._access.connection}: {self._why()}")
        try:
            found = asked.result()
        except KafkaException:
            raise PlatformError(f"connection {self._access.connection}: {self._why()}") from None
        self._met = True
        return Brokers(len(found.nodes), str(found.cluster_id))

    def _is_hopeless(self) -> bool:
        """Whether none of the first brokers lets one in. Those that were met before may come back."""
        down = any(error.code() == KafkaError._ALL_BROKERS_DOWN for error in self._said)
        return down and not self._met

    def _why(self) -> str:
        causes = [error for error in self._said if error.code() != KafkaError._ALL_BROKERS_DOWN]
        said = SAID.fullmatch(causes[0].str()) if causes else None
        if not said:
            protocol = self._access.security.get("security.protocol", "plaintext")
            return (
                f"no answer from {self._access.bootstrap} with security.protocol {protocol}; "
                "check whether this listener wants TLS (ssl), or SASL over TLS (sasl_ssl)"
            )
        address, what = said["address"], said["what"]
        if "certificate verify failed" in what:
            reason = certificate_problem(address, self._access.security.get("ssl.ca.pem"))
            what = f"the broker's certificate isn't accepted: {reason or what}"
        advice = next((advice for cause, advice in ADVICE if cause in what), "check bootstrap.servers")
        return f"{address}: {what}; {advice}"


def certificate_problem(address: str, authority: str | None) -> str | None:
    """Why a broker's certificate isn't accepted, which librdkafka doesn't tell: expired, unknown, another's.

    None where it is accepted after all, or the broker can't be asked.
    """
    host, _, port = address.rpartition(":")
    try:
        context = ssl.create_default_context(cadata=authority)
        with socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE) as connection:
            context.wrap_socket(connection, server_hostname=host.strip("[]")).close()
    except ssl.SSLCertVerificationError as error:
        return error.verify_message
    except (OSError, ValueError):
        return None
    return None
