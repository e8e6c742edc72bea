"""The settings that cells leave out although a user's file contains them: their names, and the reasons."""

from enum import StrEnum

from include.kinds.client import Client
from include.machine.secret_values import may_be_secret
from include.plan.judging.serializer_settings import SERIALIZER_SETTINGS

OPTIONS_OF_TOPICS = (
    "judge takes min.insync.replicas with --min-insync-replicas, and reads it and max.message.bytes from "
    "your own cluster with --topic"
)
"""How a user can give a setting of a topic."""


class LeftOutBecause(StrEnum):
    """The reason why settings are left out, as the end of a sentence about the settings."""

    ADDRESS = "are addresses or security settings: the cells use the settings that their own brokers need"
    NAME = "are names: the cells use other names, or the client's default"
    STATIC = "make a consumer a static member of its group: the consumers of the cells are dynamic members"
    SERIALIZER = "belong to serializers: the load programs send and receive bytes"
    CLASS = "name classes that the load programs do not have"
    TOPIC = f"are settings of topics, and no producer or consumer has them ({OPTIONS_OF_TOPICS})"
    PROGRAM = "are set by the load programs, which read every topic from its beginning and log every message"
    PRODUCER = "are settings of a producer, in the file of a consumer"
    CONSUMER = "are settings of a consumer, in the file of a producer"


ADDRESS_NAMES = {
    "bootstrap.servers",
    "broker.address.family",
    "config.providers",
    "metadata.broker.list",
    "security.protocol",
    "security.providers",
}
ADDRESS_PREFIXES = ("config.providers.", "enable.sasl.", "enable.ssl.", "https.", "sasl.", "ssl.")

NAMES = {"client.id", "group.id", "transactional.id"}

STATIC_MEMBERSHIP = "group.instance.id"

CLASS_NAMES = {
    "interceptor.classes",
    "metric.reporters",
    "partition.assignment.strategy",
    "partitioner.class",
}
KAFKA_CLASSES = "org.apache.kafka."

PROGRAM_NAMES = {
    "auto.offset.reset",
    "debug",
    "delivery.report.only.error",
    "log.queue",
    "log_level",
    "plugin.library.paths",
    "test.mock.num.brokers",
}


TOPIC_NAMES = frozenset(
    [
        "cleanup.policy",
        "delete.retention.ms",
        "file.delete.delay.ms",
        "flush.messages",
        "flush.ms",
        "index.interval.bytes",
        "local.retention.bytes",
        "local.retention.ms",
        "max.compaction.lag.ms",
        "max.message.bytes",
        "message.timestamp.type",
        "min.cleanable.dirty.ratio",
        "min.compaction.lag.ms",
        "min.insync.replicas",
        "num.partitions",
        "preallocate",
        "remote.storage.enable",
        "replication.factor",
        "retention.bytes",
        "retention.ms",
        "segment.bytes",
        "segment.index.bytes",
        "segment.jitter.ms",
        "segment.ms",
        "unclean.leader.election.enable",
    ]
)


def reason_to_leave_out(client: Client, name: str, value: str) -> LeftOutBecause | None:
    """The reason to leave a setting out of cells with this client; None if there is no reason.

    Only a setting of a serializer is certainly known. For any other reason, the client may not have the
    setting.
    """
    if name in SERIALIZER_SETTINGS:
        return LeftOutBecause.SERIALIZER
    if name in ADDRESS_NAMES or name.startswith(ADDRESS_PREFIXES) or may_be_secret(name):
        return LeftOutBecause.ADDRESS
    if name in NAMES:
        return LeftOutBecause.NAME
    if name == STATIC_MEMBERSHIP:
        return LeftOutBecause.STATIC
    if name in CLASS_NAMES and _has_foreign_class(value):
        return LeftOutBecause.CLASS
    if name in TOPIC_NAMES:
        return LeftOutBecause.TOPIC
    if name in PROGRAM_NAMES or name in client.settings_of_programs:
        return LeftOutBecause.PROGRAM
    return None


def is_of_place(name: str) -> bool:
    """Whether a setting is an address, a login, a name of a client or group, or one of a serializer."""
    names = SERIALIZER_SETTINGS | ADDRESS_NAMES | {"client.id", "group.id"}
    return name in names or name.startswith(ADDRESS_PREFIXES)


def _has_foreign_class(value: str) -> bool:
    """Whether a value names a Java class that does not belong to Kafka."""
    classes = (name.strip() for name in value.split(","))
    return any("." in name and not name.startswith(KAFKA_CLASSES) for name in classes)
