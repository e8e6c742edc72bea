"""An Airflow connection to a Kafka cluster, read from its extra field.

Its form is that of the community's Kafka provider: librdkafka's settings, of which an experiment takes those
for reaching the brokers. The others are what it measures.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from include.clusters.cluster import Access
from include.errors import PlatformError
from include.load_runtime.effective_settings import effective_settings
from include.load_runtime.librdkafka import refusal
from include.matrix.cluster_kinds.external import MIB
from include.registry import did_you_mean

BOOTSTRAP, RELEASE, WRITE_LIMIT = "bootstrap.servers", "kerran.release", "kerran.write_limit_mib"

WRITE_LIMIT_MIB = 1024

FILES = {
    "ssl.ca.location": "ssl.ca.pem",
    "ssl.certificate.location": "ssl.certificate.pem",
    "ssl.key.location": "ssl.key.pem",
    "https.ca.location": "https.ca.pem",
}
"""Settings that name a file, and those that hold what is in it, which a container can read too."""

UNREADABLE = (
    "ssl.crl.location",
    "ssl.engine.location",
    "ssl.keystore.location",
    "sasl.kerberos.keytab",
    "sasl.oauthbearer.assertion.file",
    "sasl.oauthbearer.assertion.private.key.file",
    "sasl.oauthbearer.assertion.jwt.template.file",
)
"""Settings that name a file for which there is no setting that holds what is in it."""

SECURITY = ("security.", "ssl.", "sasl.", "https.ca.", "enable.ssl.", "enable.sasl.")

REACHING = ("client.id", "client.dns.lookup", "broker.address.family", "socket.connection.setup.timeout.ms")

LARGEST_FILE = 64 * 1024
"""Bytes: load programs get these settings through their environment, where a value has a limit."""

PROBE = "probe"
"""As ``ssl.ca.location``: the system's own certificates."""


@dataclass(frozen=True)
class Connection:
    """A cluster of somebody's, and what the project may do there; ``write_limit`` is bytes."""

    access: Access
    release: str = "unknown"
    write_limit: int = WRITE_LIMIT_MIB * MIB

    @property
    def name(self) -> str:
        """The Airflow connection's."""
        return str(self.access.connection)


def read_connection(name: str, extra: Mapping[str, object]) -> Connection:
    """The connection of that name; files that its settings name are read.

    Raises:
        PlatformError: it has settings that are unknown, wrong or not the connection's to make; it says which.
    """
    if problems := list(_problems(extra)):
        raise PlatformError(f"connection {name}: {'; '.join(problems)}")
    settings = {key: _text(value) for key, value in extra.items() if not key.startswith("kerran.")}
    try:
        security = dict(_inline(key, value) for key, value in settings.items() if key != BOOTSTRAP)
    except (OSError, UnicodeError) as error:
        raise PlatformError(f"connection {name}: {error}") from None
    return Connection(
        Access(settings[BOOTSTRAP], security, connection=name),
        str(extra.get(RELEASE, "unknown")),
        int(float(str(extra.get(WRITE_LIMIT, WRITE_LIMIT_MIB))) * MIB),
    )


def _problems(extra: Mapping[str, object]) -> Iterator[str]:
    if not extra.get(BOOTSTRAP):
        yield f"its extra field has no {BOOTSTRAP}, such as broker-1:9092,broker-2:9092"
    for key, value in extra.items():
        if problem := _own_problem(key, value) if key.startswith("kerran.") else _problem(key, value):
            yield f"{key}: {problem}"


def _own_problem(key: str, value: object) -> str | None:
    if key not in (RELEASE, WRITE_LIMIT):
        return f"there is no such setting{did_you_mean(key, (RELEASE, WRITE_LIMIT))}"
    if key == WRITE_LIMIT and not _is_positive(value):
        return f"{value!r} isn't a number of MiB above 0"
    return None


def _problem(key: str, value: object) -> str | None:
    """What is wrong with one of librdkafka's settings. Values aren't repeated where they may be secret."""
    if not isinstance(value, str | int | float | bool):
        return "is neither a text nor a number"
    refused = refusal(key, _text(value))
    if refused and refused.startswith("No such configuration property"):
        known = [
            *effective_settings({}),
            *FILES,
            *FILES.values(),
            *REACHING,
            "sasl.username",
            "sasl.password",
        ]
        return f"librdkafka has no such setting{did_you_mean(key, known)}"
    if key == BOOTSTRAP or key in REACHING:
        return refused
    if not key.startswith(SECURITY):
        return "is for the experiment to set; a connection says how to reach the brokers, and nothing else"
    if key in UNREADABLE:
        return "names a file, which a container can't read; give a certificate and its key as PEM files"
    return refused


def _is_positive(value: object) -> bool:
    try:
        return float(str(value)) > 0
    except ValueError:
        return False


def _text(value: object) -> str:
    """As librdkafka has it, which writes what is true in lower case."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _inline(key: str, value: str) -> tuple[str, str]:
    if key not in FILES or value == PROBE:
        return key, value
    try:
        text = Path(value).read_text(encoding="utf-8")
    except IsADirectoryError:
        raise OSError(f"{key}: {value} is a folder; give one file with the certificates") from None
    except OSError as error:
        raise OSError(f"{key}: {value} can't be read: {error.strerror}") from None
    except UnicodeError:
        raise UnicodeError(f"{key}: {value} isn't a PEM file") from None
    if len(text) > LARGEST_FILE:
        raise OSError(
            f"{key}: {value} has {len(text) // 1024} KiB; give a file with no more than the "
            "certificates that this cluster needs, or leave it out where the system's own authorities will do"
        )
    return FILES[key], text
