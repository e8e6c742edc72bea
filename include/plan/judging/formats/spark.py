"""Options of Spark's Kafka source and sink: ``kafka.*``, in properties, YAML, JSON or a map of a program.

Source: https://spark.apache.org/docs/latest/streaming/structured-streaming-kafka-integration.html, and
https://github.com/apache/spark, ``KafkaSourceProvider`` and ``KafkaWriteTask``.
"""

from include.load.client_choice import Role
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import JAVA, ClientInFile, SettingsFormat, below

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
    """The client of the source or of the sink."""
    entries = [entry._replace(name=_without_map(entry.name)) for entry in file.entries]
    others = [entry for entry in entries if not entry.name.startswith(PREFIX)]
    settings = below(PREFIX, entries)
    refused = REFUSED[role]
    return [
        ClientInFile(
            "",
            settings,
            fixed=FIXED if role is Role.CONSUMER else {},
            conduct=[CONDUCT[role]],
            other=[entry for entry in others if entry.name in OPTIONS],
            stray=[entry for entry in others if entry.name not in OPTIONS],
            problems=[(entry, refused[entry.name]) for entry in settings if entry.name in refused],
        )
    ]


def _without_map(name: str) -> str:
    """An option without the keys that lead to it, such as ``kafka.acks`` of ``options.kafka.acks``."""
    _, found, key = name.partition(f".{PREFIX}")
    if found:
        return f"{PREFIX}{key}"
    return (
        name
        if name.startswith(PREFIX)
        else name.rpartition(".")[2]
        if name.rpartition(".")[2] in OPTIONS
        else name
    )


RECORD = SettingsFormat(
    name="spark",
    title="Spark",
    clients=JAVA,
    recognises=lambda file: (
        {_without_map(entry.name) for entry in file.entries} >= {"kafka.bootstrap.servers"}
        and not MARKS.isdisjoint(_without_map(entry.name) for entry in file.entries)
    ),
    clients_in=clients_in,
)
