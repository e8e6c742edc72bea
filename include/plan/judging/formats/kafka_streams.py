"""Kafka Streams, which sets both of its clients, also from ``processing.guarantee``.

Source: Kafka's ``org.apache.kafka.streams.StreamsConfig``.
"""

from collections.abc import Mapping, Sequence

from include.load.client_choice import Role
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import JAVA, ClientInFile, SettingsFormat, below, value_in

GUARANTEE = "processing.guarantee"

EXACTLY_ONCE = ("exactly_once_v2", "exactly_once_beta", "exactly_once")
GUARANTEES = ("at_least_once", *EXACTLY_ONCE)

PROTOCOL = "group.protocol"

PROTOCOLS = ("classic", "streams")
"""Kafka ignores their letter case."""

MARKS = ("application.id", GUARANTEE)

OWN = (
    "acceptable.", "application.", "buffered.", "built.in.metrics.", "cache.max.", "commit.interval.ms",
    "default.", "deserialization.exception.", "dsl.", "ensure.explicit.",
    "errors.dead.letter.", PROTOCOL, "internal.", "log.summary.",
    "max.task.idle.ms", "max.warmup.", "num.s", "poll.ms", "probing.", "processing.", "processor.",
    "production.exception.", "rack.aware.", "replication.factor", "repartition.", "rocksdb.", "state",
    "task.", "topology.", "upgrade.from", "window.", "windowed.", "topic.", "admin.", "global.consumer.",
    "restore.consumer.",
)  # fmt: skip
"""The beginnings of the names that no producer and no main consumer gets."""

PREFIXES = {Role.PRODUCER: ("producer.",), Role.CONSUMER: ("consumer.", "main.consumer.")}
"""The prefixes of a client's settings; the last one that has a setting counts."""

DEFAULTS: Mapping[Role, Mapping[str, str]] = {
    Role.PRODUCER: {"linger.ms": "100"},
    Role.CONSUMER: {"auto.offset.reset": "earliest", "max.poll.records": "1000"},
}

EXACTLY_ONCE_DEFAULTS: Mapping[Role, Mapping[str, str]] = {
    Role.PRODUCER: {"delivery.timeout.ms": str(2**31 - 1), "transaction.timeout.ms": "10000"},
    Role.CONSUMER: {},
}

FIXED: Mapping[Role, Mapping[str, str]] = {
    Role.PRODUCER: {},
    Role.CONSUMER: {"enable.auto.commit": "false"},
}

EXACTLY_ONCE_FIXED: Mapping[Role, Mapping[str, str]] = {
    Role.PRODUCER: {"transactional.id": "set by Kafka Streams", "enable.idempotence": "true"},
    Role.CONSUMER: {"isolation.level": "read_committed"},
}

AT_LEAST_ONCE_TEXT = (
    "Kafka Streams commits by itself, at intervals (commit.interval.ms), what it has processed and written: "
    "after a failure, it processes the messages since then again."
)
EXACTLY_ONCE_TEXT = (
    "processing.guarantee={guarantee}: Kafka Streams writes its results and commits the offsets in one "
    "transaction, every commit.interval.ms (100 ms by default): exactly once, from consuming to producing. "
    "It sets both clients for this."
)


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The producer, or the main consumer, of the application."""
    return [client_of(file.entries, role)]


def client_of(entries: Sequence[FileEntry], role: Role, name: str = "") -> ClientInFile:
    """The producer, or the main consumer, of an application with these settings."""
    guarantee = value_in(entries, GUARANTEE).strip()
    is_exact = guarantee in EXACTLY_ONCE
    unknown = [
        (entry, f"is none of {', '.join(values)}")
        for entry in entries
        for name, value, values in (
            (GUARANTEE, entry.value.strip(), GUARANTEES),
            (PROTOCOL, entry.value.strip().lower(), PROTOCOLS),
        )
        if entry.name == name and value not in values
    ]
    prefixed = [entry for prefix in PREFIXES[role] for entry in below(prefix, entries)]
    elsewhere = ("producer.", "consumer.", "main.consumer.", *OWN)
    shared = [entry for entry in entries if not entry.name.startswith(elsewhere)]
    return ClientInFile(
        name,
        [*shared, *prefixed],
        defaults={**DEFAULTS[role], **(EXACTLY_ONCE_DEFAULTS[role] if is_exact else {})},
        fixed={**FIXED[role], **(EXACTLY_ONCE_FIXED[role] if is_exact else {})},
        conduct=[EXACTLY_ONCE_TEXT.format(guarantee=guarantee) if is_exact else AT_LEAST_ONCE_TEXT],
        other=[entry for entry in entries if entry.name.startswith(OWN)],
        problems=unknown,
    )


RECORD = SettingsFormat(
    name="kafka-streams",
    title="Kafka Streams",
    clients=JAVA,
    recognises=lambda file: any(entry.name in MARKS for entry in file.entries),
    clients_in=clients_in,
)
