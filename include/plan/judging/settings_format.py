"""The record of a format: whose file it is, and which of its keys are the settings of a client."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from include.kinds.registry import Registry
from include.load.client_choice import Role
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText

JAVA = ("java",)
LIBRDKAFKA = ("librdkafka",)
BOTH = (*LIBRDKAFKA, *JAVA)

DECIDING = (
    "acks", "auto.offset.reset", "delivery.timeout.ms", "enable.auto.commit", "enable.idempotence",
    "isolation.level", "linger.ms", "max.in.flight.requests.per.connection", "max.poll.interval.ms",
    "max.poll.records", "message.timeout.ms", "min.insync.replicas", "request.timeout.ms", "retries",
    "session.timeout.ms", "transaction.timeout.ms", "transactional.id",
)  # fmt: skip
"""Settings on which a promise depends. A key that ends with one of them is not left out silently."""


@dataclass(frozen=True)
class ClientInFile:
    """A producer or a consumer of a file: its settings, and what its framework adds to them."""

    name: str
    """The name of the client in the file, such as a channel or a connector."""
    entries: Sequence[FileEntry]
    """The settings by the client's own names, in the order in which they count: the last of a name counts."""
    has_own: bool = True
    """Whether the file has a setting of this client alone, and not only of both roles."""
    defaults: Mapping[str, str] = field(default_factory=dict)
    """The settings that the framework sets if the file does not."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """The settings that the framework sets whatever the file says."""
    conduct: Sequence[str] = ()
    """Sentences on what the framework itself does, such as when it commits."""
    contradictions: Sequence[tuple[FileEntry, str]] = ()
    """The entries with which the framework breaks the promise of the settings, and why."""
    other: Sequence[FileEntry] = ()
    """The keys of the framework that are no settings of a client."""
    stray: Sequence[FileEntry] = ()
    """The keys that the format does not know."""
    problems: Sequence[tuple[FileEntry, str]] = ()
    """The entries that the framework refuses, or gives no client, and what would be right."""


@dataclass(frozen=True)
class SettingsFormat:
    """A format of files with settings."""

    name: str
    title: str
    """Whose file it is, in words."""
    clients: tuple[str, ...]
    """The names of the clients that get their settings from such a file."""
    recognises: Callable[[FileText], bool]
    clients_in: Callable[[FileText, Role], Sequence[ClientInFile]]
    """The clients of a role in the file, by their names."""
    is_of_framework: bool = True
    """Whether a program other than the client reads the file, and adds something to the settings."""
    embedded: Callable[[FileText], Sequence[FileText]] | None = None
    """The files that are embedded in the file, if it consists of such files."""


FORMATS = Registry(
    "format",
    SettingsFormat,
    "include.plan.judging.formats",
    [
        "configmap",
        "spring-boot",
        "smallrye",
        "debezium-server",
        "connect-connector",
        "mirror-maker-2",
        "connect-worker",
        "kafka-streams",
        "fluent-bit",
        "kcat",
        "flink",
        "spark",
        "settings-map",
        "librdkafka-conf",
        "java-properties",
    ],
)
"""The formats in the order in which a file is compared with them."""


def below(prefix: str, entries: Iterable[FileEntry]) -> list[FileEntry]:
    """The entries whose names begin with a prefix, without the prefix."""
    return [
        entry._replace(name=entry.name.removeprefix(prefix))
        for entry in entries
        if entry.name.startswith(prefix)
    ]


def without(prefixes: tuple[str, ...], entries: Iterable[FileEntry]) -> list[FileEntry]:
    """The entries whose names begin with none of the prefixes."""
    return [entry for entry in entries if not entry.name.startswith(prefixes)]


def value_in(entries: Iterable[FileEntry], name: str) -> str:
    """The value of a name, the last one of several; empty if there is none."""
    return next((entry.value for entry in reversed(list(entries)) if entry.name == name), "")


def dotted(name: str) -> str:
    """A name with full stops between its words: ``enable.auto.commit`` for ``enableAutoCommit``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[-_]", ".", name).lower()


def deciding_setting(name: str) -> str:
    """The setting on which a promise depends and with which a key ends; empty if there is none."""
    key = dotted(name)
    return next((known for known in DECIDING if key == known or key.endswith(f".{known}")), "")
