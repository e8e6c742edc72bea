"""Options of Spark's Kafka source and sink: ``kafka.*``, in properties, YAML, JSON or a map of a program.

Source: https://spark.apache.org/docs/latest/streaming/structured-streaming-kafka-integration.html, and
https://github.com/apache/spark, ``KafkaSourceProvider`` and ``KafkaWriteTask``.
"""

from collections.abc import Sequence

from include.kinds.grouping import grouped
from include.load.client_choice import Role
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import JAVA, ClientInFile, SettingsFormat, below, without

PREFIX = "kafka."

OPTIONS = frozenset(
    [
        "assign",
        "checkpointLocation",
        "endingOffsets",
        "endingOffsetsByTimestamp",
        "failOnDataLoss",
        "fetchOffset.numRetries",
        "fetchOffset.retryIntervalMs",
        "format",
        "groupIdPrefix",
        "groupid",
        "includeHeaders",
        "maxOffsetsPerTrigger",
        "maxTriggerDelay",
        "minOffsetsPerTrigger",
        "minPartitions",
        "startingOffsets",
        "startingOffsetsByTimestamp",
        "startingTimestamp",
        "subscribe",
        "subscribePattern",
        "topic",
        "kafkaConsumer.pollTimeoutMs",
    ]
)

MARKS = frozenset({"subscribe", "subscribePattern", "assign", "startingOffsets", "topic", "failOnDataLoss"})

OF_ROLE = {
    Role.PRODUCER: frozenset({"topic"}),
    Role.CONSUMER: MARKS - {"topic"},
}
"""The options that show whether a map is the one of a sink or of a source."""

FIXED = {"enable.auto.commit": "false", "auto.offset.reset": "none"}
"""What Spark sets for the consumers of its executors."""

REFUSED: dict[Role, dict[str, str]] = {
    Role.PRODUCER: {},
    Role.CONSUMER: {
        "auto.offset.reset": "Spark refuses it; startingOffsets decides where a query begins",
        "enable.auto.commit": "Spark refuses it, and commits nothing; its checkpoint has the offsets",
        "interceptor.classes": "Spark refuses it for a source",
    },
}
"""The settings of the client that Spark refuses, and what would be right."""

CONDUCT = {
    Role.PRODUCER: (
        "Spark writes at least once: a task waits until its messages are acknowledged, or fails; a task that "
        "failed is run again, and its messages are written a second time, even by an idempotent producer. "
        "Spark's sink has no transactions."
    ),
    Role.CONSUMER: (
        "Spark keeps the offsets in its checkpoint and commits nothing to Kafka; startingOffsets, not "
        "auto.offset.reset, decides where it begins. With failOnDataLoss=false, it skips messages that the "
        "log no longer has, without an error."
    ),
}


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The client of each map with settings of Kafka, without those of the other role."""
    maps = grouped(file.entries, lambda entry: _split(entry.name)[0])
    options = {path: [_option(entry) for entry in entries] for path, entries in maps.items()}
    of_kafka = {path: entries for path, entries in options.items() if below(PREFIX, entries)}
    elsewhere = [entry for path, entries in options.items() if path not in of_kafka for entry in entries]
    clients = [_client(path, entries, elsewhere, role) for path, entries in of_kafka.items()]
    return [client for client in clients if client.has_own] or clients


def _client(
    name: str, entries: Sequence[FileEntry], elsewhere: Sequence[FileEntry], role: Role
) -> ClientInFile:
    settings = below(PREFIX, entries)
    others = [*without((PREFIX,), entries), *elsewhere]
    marks = {entry.name for entry in entries}
    refused = REFUSED[role]
    return ClientInFile(
        name,
        settings,
        has_own=not marks & OF_ROLE[role.other] or bool(marks & OF_ROLE[role]),
        fixed=FIXED if role is Role.CONSUMER else {},
        conduct=[CONDUCT[role]],
        other=[entry for entry in others if entry.name in OPTIONS],
        stray=[entry for entry in others if entry.name not in OPTIONS],
        problems=[(entry, refused[entry.name]) for entry in settings if entry.name in refused],
    )


def _option(entry: FileEntry) -> FileEntry:
    return entry._replace(name=_split(entry.name)[1])


def _split(name: str) -> tuple[str, str]:
    """The keys that lead to an option and the option: ``sink`` and ``kafka.acks`` of ``sink.kafka.acks``."""
    path, found, key = name.rpartition(f".{PREFIX}")
    if found:
        return path, f"{PREFIX}{key}"
    path, _, option = name.rpartition(".")
    return (path, option) if option in OPTIONS and not name.startswith(PREFIX) else ("", name)


RECORD = SettingsFormat(
    name="spark",
    title="Spark",
    clients=JAVA,
    recognises=lambda file: (
        {option.name for option in map(_option, file.entries)} >= {"kafka.bootstrap.servers"}
        and not MARKS.isdisjoint(option.name for option in map(_option, file.entries))
    ),
    clients_in=clients_in,
)
