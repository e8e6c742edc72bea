"""Connect to a cluster that Kerran does not manage, or explain why the connection fails."""

import re
import socket
import ssl
import time
from dataclasses import dataclass
from typing import Any

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient

from include.clusters.admin_client import CLIENT_SETTINGS
from include.clusters.cluster import Access
from include.machine.errors import PlatformError

TIMEOUT_SECONDS = 10.0
"""Time within which a broker must answer."""

BROKER_ERROR = re.compile(r"(?:\w+://)?(?P<address>[^/]+)/\w+: (?P<problem>.*?)(?: \(after .*\))?", re.DOTALL)
"""Librdkafka's message about a broker: its address, the problem, the state of the broker, and the time in
this state."""

ADVICE = [
    ("Failed to resolve", "check bootstrap.servers"),
    ("Connection refused", "no process listens there; check bootstrap.servers"),
    ("SASL authentication error", "check sasl.username and sasl.password"),
    ("mechanism handshake failed", "check sasl.mechanism, and whether this listener uses SASL"),
    ("PLAINTEXT broker listener", "this listener does not use TLS; check security.protocol"),
    (
        "SSL connection closed by peer",
        "perhaps this listener does not use TLS, or requires a client certificate; check security.protocol "
        "and ssl.certificate.location",
    ),
    (
        "tls alert",
        "perhaps the broker requires a client certificate, or a different client certificate; check "
        "ssl.certificate.location and ssl.key.location",
    ),
    ("certificate", "check ssl.ca.location"),
]


@dataclass(frozen=True)
class ClusterDescription:
    """The number of brokers in a cluster, and the id of the cluster."""

    brokers: int
    cluster_id: str


class ConnectionProbe:
    """A client that stays connected, because it takes almost a second to connect with TLS and SCRAM."""

    def __init__(self, access: Access) -> None:
        """Create the client, which connects with the first request.

        Raises:
            PlatformError: The settings cannot be used together; the message tells why.
        """
        self._access = access
        self._errors: list[KafkaError] = []
        self._connected = False
        settings: dict[str, Any] = {**CLIENT_SETTINGS, **access.settings, "error_cb": self._errors.append}
        try:
            self.client = AdminClient(settings)
        except KafkaException as error:
            reason = error.args[0].str().removeprefix("Failed to create admin client: ")
            raise PlatformError(f"connection {access.connection}: {reason}") from None

    def describe(self, timeout: float = TIMEOUT_SECONDS) -> ClusterDescription:
        """The description of the cluster.

        Raises:
            PlatformError: No broker answered within ``timeout`` seconds; the message tells why.
        """
        self._errors.clear()
        request = self.client.describe_cluster(request_timeout=timeout)
        last = time.monotonic() + timeout
        while not request.done() and time.monotonic() < last and not self._is_hopeless():
            self.client.poll(0.02)
        if not request.done():
            raise PlatformError(f"connection {self._access.connection}: {self._problem()}")
        try:
            description = request.result()
        except KafkaException:
            raise PlatformError(f"connection {self._access.connection}: {self._problem()}") from None
        self._connected = True
        return ClusterDescription(len(description.nodes), str(description.cluster_id))

    def _is_hopeless(self) -> bool:
        """Whether waiting is useless: all brokers are down, and there has been no connection yet.

        After a first connection, brokers that are down may come back.
        """
        down = any(error.code() == KafkaError._ALL_BROKERS_DOWN for error in self._errors)
        return down and not self._connected

    def _problem(self) -> str:
        causes = [error for error in self._errors if error.code() != KafkaError._ALL_BROKERS_DOWN]
        error = BROKER_ERROR.fullmatch(causes[0].str()) if causes else None
        if not error:
            protocol = self._access.security.get("security.protocol", "plaintext")
            return (
                f"no answer from {self._access.bootstrap} with security.protocol {protocol}; "
                "check whether this listener uses TLS (ssl), or SASL over TLS (sasl_ssl)"
            )
        address, problem = error["address"], error["problem"]
        if "certificate verify failed" in problem:
            reason = certificate_problem(address, self._access.security.get("ssl.ca.pem"))
            problem = f"the certificate of the broker is not accepted: {reason or problem}"
        advice = next((advice for cause, advice in ADVICE if cause in problem), "check bootstrap.servers")
        return f"{address}: {problem}; {advice}"


def certificate_problem(address: str, authority: str | None) -> str | None:
    """Why the certificate of a broker is not accepted, such as ``certificate has expired``.

    librdkafka does not report the reason. The result is None if the certificate is accepted, or the broker
    cannot be reached.
    """
    host, _, port = address.rpartition(":")
    try:
        context = ssl.create_default_context(cadata=authority)
        with socket.create_connection((host.strip("[]"), int(port)), timeout=TIMEOUT_SECONDS) as connection:
            context.wrap_socket(connection, server_hostname=host.strip("[]")).close()
    except ssl.SSLCertVerificationError as error:
        return error.verify_message
    except (OSError, ValueError):
        return None
    return None
