"""Read an Airflow connection to a Kafka cluster from its extra field.

The extra field contains librdkafka's settings, as in a connection for Airflow's Kafka provider. Only settings
for reaching the brokers are accepted. All other settings belong to the experiment, which measures their
effect.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from include.clusters.cluster import Access
from include.clusters.external.kind import MIB
from include.kinds.registry import did_you_mean
from include.load.librdkafka_calls import effective_settings, refusal
from include.machine.errors import PlatformError
from include.machine.secret_values import NOT_SHOWN, can_be_shown, may_be_secret, shown_name
from include.settings.topic import property_text

BOOTSTRAP, RELEASE, WRITE_LIMIT = "bootstrap.servers", "kerran.release", "kerran.write_limit_mib"

FULL_LOAD = "kerran.full_load"
"""The setting that permits a run to send as fast as the cluster accepts messages, which slows down other
users of the cluster."""

KERRAN_SETTINGS = (RELEASE, WRITE_LIMIT, FULL_LOAD)
"""The settings that Kerran reads. All other settings are librdkafka's."""

DEFAULT_WRITE_LIMIT_MIB = 1024

FILES = {
    "ssl.ca.location": "ssl.ca.pem",
    "ssl.certificate.location": "ssl.certificate.pem",
    "ssl.key.location": "ssl.key.pem",
    "https.ca.location": "https.ca.pem",
}
"""For each setting that names a file, the setting that contains the text of the file. The text is used
instead, because a load program in a container cannot read the file."""

FILES_ONLY = (
    "ssl.crl.location",
    "ssl.engine.location",
    "ssl.keystore.location",
    "sasl.kerberos.keytab",
    "sasl.oauthbearer.assertion.file",
    "sasl.oauthbearer.assertion.private.key.file",
    "sasl.oauthbearer.assertion.jwt.template.file",
)
"""Settings that name a file, and for which ``FILES`` has no setting that contains the text of the file."""

SECURITY = ("security.", "ssl.", "sasl.", "https.ca.", "enable.ssl.", "enable.sasl.")

REACHING = ("client.id", "client.dns.lookup", "broker.address.family", "socket.connection.setup.timeout.ms")

MAX_FILE_BYTES = 64 * 1024
"""The maximum size of a file that a setting names. Load programs receive the text of the file in an
environment variable of limited size."""

PATH = re.compile(r"/[\w ./-]*|[\w ./~-]*\.\w{1,5}")
"""An absolute path, or a relative one that ends in a suffix."""

PROBE = "probe"
"""A value of ``ssl.ca.location`` that stands for the certificates of the system."""


@dataclass(frozen=True)
class ClusterConnection:
    """A connection to a cluster, and the limits of a run on that cluster."""

    access: Access
    release: str = "unknown"
    write_limit: int = DEFAULT_WRITE_LIMIT_MIB * MIB
    """The maximum number of bytes that a run may write."""
    full_load: bool = False
    """Whether a run may send messages without a fixed rate."""

    @property
    def name(self) -> str:
        """The id of the Airflow connection."""
        return str(self.access.connection)


def read_connection(name: str, extra: Mapping[str, object]) -> ClusterConnection:
    """Read a connection, and the files that its settings name.

    Raises:
        PlatformError: A setting is missing, unknown or invalid; or it belongs to the experiment; or a file
            that it names cannot be used. The message names the setting.
    """
    if problems := list(_problems(extra)):
        raise PlatformError(f"connection {name}: {'; '.join(problems)}")
    settings = {key: property_text(value) for key, value in extra.items() if not key.startswith("kerran.")}
    try:
        security = dict(_inline(key, value) for key, value in settings.items() if key != BOOTSTRAP)
    except (OSError, UnicodeError) as error:
        raise PlatformError(f"connection {name}: {error}") from None
    return ClusterConnection(
        Access(settings[BOOTSTRAP], security, connection=name),
        str(extra.get(RELEASE, "unknown")),
        int(float(str(extra.get(WRITE_LIMIT, DEFAULT_WRITE_LIMIT_MIB))) * MIB),
        property_text(extra.get(FULL_LOAD, False)) == "true",
    )


def _problems(extra: Mapping[str, object]) -> Iterator[str]:
    if not extra.get(BOOTSTRAP):
        yield f"its extra field has no {BOOTSTRAP}, such as broker-1:9092,broker-2:9092"
    for key, value in extra.items():
        if problem := _kerran_problem(key, value) if key.startswith("kerran.") else _problem(key, value):
            yield f"{key if key in _known() else shown_name(key) or f'a setting ({NOT_SHOWN})'}: {problem}"


def _kerran_problem(key: str, value: object) -> str | None:
    if key not in KERRAN_SETTINGS:
        return f"this setting does not exist{did_you_mean(key, KERRAN_SETTINGS)}"
    if key == FULL_LOAD and property_text(value) not in ("true", "false"):
        return f"{_shown(value)} is neither true nor false"
    if key == WRITE_LIMIT and not _is_positive(value):
        return f"{_shown(value)} is not a number of MiB greater than 0"
    return None


def _problem(key: str, value: object) -> str | None:
    """The problem with a setting of librdkafka; its text contains no value that may be secret."""
    if not isinstance(value, str | int | float | bool):
        return "is neither text nor a number"
    reason = refusal(key, property_text(value))
    if reason and reason.startswith("No such configuration property"):
        return f"librdkafka has no such setting{did_you_mean(key, _known())}"
    if reason and (may_be_secret(key) or not can_be_shown(property_text(value))):
        reason = f"librdkafka refuses the value ({NOT_SHOWN})"
    if key == BOOTSTRAP or key in REACHING:
        return reason
    if not key.startswith(SECURITY):
        return "is a setting of the experiment; a connection may only have settings for reaching the brokers"
    if key in FILES_ONLY:
        return "names a file, which a container cannot read; use PEM files for the certificate and its key"
    return reason


@cache
def _known() -> list[str]:
    """The names of the settings that a connection may have, and of others of librdkafka."""
    return [*effective_settings({}), *FILES, *FILES.values(), *REACHING, "sasl.username", "sasl.password"]


def _shown(value: object) -> str:
    return repr(value) if can_be_shown(str(value)) else f"its value ({NOT_SHOWN})"


def _is_positive(value: object) -> bool:
    try:
        return float(str(value)) > 0
    except ValueError:
        return False


def _inline(key: str, value: str) -> tuple[str, str]:
    if key not in FILES or value == PROBE:
        return key, value
    shown_path = value if PATH.fullmatch(value) else f"the value ({NOT_SHOWN})"  # it may be a key itself
    try:
        text = Path(value).read_text(encoding="utf-8")
    except IsADirectoryError:
        raise OSError(f"{key}: {shown_path} is a folder; give a file with the certificates") from None
    except OSError as error:
        raise OSError(f"{key}: {shown_path} cannot be read: {error.strerror}") from None
    except UnicodeError:
        raise UnicodeError(f"{key}: {shown_path} is not a PEM file") from None
    except ValueError:
        raise OSError(f"{key}: {shown_path} is not the path of a file") from None
    if len(text) > MAX_FILE_BYTES:
        raise OSError(
            f"{key}: {shown_path} has {len(text) // 1024} KiB, and {MAX_FILE_BYTES // 1024} KiB are the "
            "limit; give a file with only the certificates of this cluster, or remove the setting to use the "
            "certificates of the system"
        )
    return FILES[key], text
