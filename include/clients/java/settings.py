"""Kafka's Java client.

``java`` is the client of the newest release in Kerran's list, and ``java-3.9.2`` the client of 3.9.2.

A setting that only librdkafka has is refused. A setting that only the Java client has gets the value that
librdkafka or the load program for librdkafka uses. If neither uses such a value, the setting gets the
default of the Java client 3.4, which the published experiment used.

Source: https://kafka.apache.org/documentation/#producerconfigs and #consumerconfigs.
"""

from include.clients.common_settings import (
    BUFFER_BYTES,
    common_consumer_settings,
    common_producer_settings,
    delivery_timeout_ms,
)
from include.kinds.semantics.registry import DeliveryConfig
from include.load.client_choice import ClientChoice
from include.machine.releases.kafka_catalogue import catalogue, listed
from include.machine.releases.versions import Version, feature_of
from include.settings.producer import UNLIMITED, KafkaClientSettings
from include.settings.topic import property_text

WARM_UP_MESSAGES = 3_000
"""The number of messages after which the just-in-time compiler has compiled the code that a program runs for
each message (docs/clients.md)."""

POLL_RECORDS = 500
"""The maximum number of messages that a consumer takes from the client at once. The program for librdkafka
has the same maximum."""

FIRST_WITH_FENCED_MEMBERS: Version = (2, 5)
"""The first broker release that accepts the group member's id together with the offsets in a transaction
(KIP-447). The Java client always sends this id."""

FIRST_WITH_SHARE_GROUPS: Version = (4, 2)
"""The first release whose share consumer (KIP-932) is for production."""

FIRST_WITH_RENEWALS: Version = (4, 2)
"""The first release whose share consumer renews locks (KIP-1222)."""

PRODUCER_SETTINGS = {"max.block.ms": "60000", "max.request.size": "1048576"}

ASSIGNORS = {
    "range": "org.apache.kafka.clients.consumer.RangeAssignor",
    "roundrobin": "org.apache.kafka.clients.consumer.RoundRobinAssignor",
    "cooperative-sticky": "org.apache.kafka.clients.consumer.CooperativeStickyAssignor",
}

CONSUMER_SETTINGS = {
    "allow.auto.create.topics": "false",
    "partition.assignment.strategy": ASSIGNORS["range"],
}


FIRST_SAFE_BY_DEFAULT: Version = (3, 0)
"""The first release in which ``acks`` is all and ``enable.idempotence`` is true by default (KIP-679)."""


def own_defaults(client: ClientChoice) -> dict[str, str]:
    """The defaults of a release for the settings that decide on the semantics."""
    is_safe = feature_of(client.release or newest_release()) >= FIRST_SAFE_BY_DEFAULT
    return {
        "acks": "all" if is_safe else "1",
        "enable.idempotence": property_text(is_safe),
        "isolation.level": "read_uncommitted",
    }


def producer_settings(
    settings: KafkaClientSettings, config: DeliveryConfig, bootstrap: str, transactional_id: str
) -> dict[str, str]:
    """The settings of a producer; see ``common_producer_settings``."""
    return {
        **common_producer_settings(settings, config, bootstrap, transactional_id),
        **PRODUCER_SETTINGS,
        **({"max.block.ms": str(settings.end_timeout_ms)} if settings.end_timeout_ms else {}),
        "delivery.timeout.ms": str(delivery_timeout_ms(settings)),
        "buffer.memory": str(max(BUFFER_BYTES, settings.batch_bytes)),
    }


def consumer_settings(settings: KafkaClientSettings, bootstrap: str, group: str) -> dict[str, str]:
    """The settings of every consumer of a group."""
    most = settings.batch_messages if settings.traits.flow.steps else POLL_RECORDS
    return {
        **common_consumer_settings(settings, bootstrap, group),
        **CONSUMER_SETTINGS,
        "max.poll.records": str(most),
        "fetch.max.wait.ms": str(settings.fetch_wait_ms),
    }


def refuses(settings: KafkaClientSettings) -> str | None:
    """The reason why the client or its programs lack a setting; None if they support all."""
    if settings.messages_per_request != UNLIMITED:
        return (
            f"messages_per_request: {settings.messages_per_request} has no counterpart in java, which limits "
            "a batch by batch_bytes only; librdkafka has it (batch.num.messages)"
        )
    if settings.request_counts:
        return (
            "request_counts: on has no counterpart in java, whose metrics do not count what librdkafka's "
            "statistics count; librdkafka has it (statistics.interval.ms)"
        )
    if settings.socket_timeout_ms is not None:
        return (
            f"socket_timeout_ms: {settings.socket_timeout_ms} has no counterpart in java, which gives up a "
            "connection after request_timeout_ms; librdkafka has it (socket.timeout.ms)"
        )
    if settings.linger_ms != int(settings.linger_ms):
        return (
            f"linger_ms: {settings.linger_ms:g} is not a whole number of ms, which java needs; librdkafka "
            "accepts it"
        )
    if settings.request_timeout_ms + settings.linger_ms > delivery_timeout_ms(settings):
        return (
            f"request_timeout_ms: {settings.request_timeout_ms} plus linger_ms exceeds the "
            f"{delivery_timeout_ms(settings):,} ms of delivery.timeout.ms, and java refuses this; librdkafka "
            "accepts it"
        )
    return None


OLDEST_RELEASE: Version = (2, 5)
"""The oldest release of the client that has all functions that the load programs use."""


def releases() -> list[str]:
    """The releases of Kafka in the catalogue whose Java client can run the load programs."""
    return [entry.version for entry in catalogue() if entry.feature >= OLDEST_RELEASE]


def newest_release() -> str:
    """The newest Kafka release in the project's own list."""
    return max(listed(), key=lambda entry: entry.feature).version
