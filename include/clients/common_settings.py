"""The client settings that have the same names in librdkafka and the Java client.

Every setting that may change a measured value is set explicitly, because defaults change between releases. A
setting that the published experiment did not set has the default of the Java client 3.4, which that
experiment used.

Source: https://kafka.apache.org/documentation/#configuration, and librdkafka's CONFIGURATION.md.
"""

from include.kinds.semantics.registry import DeliveryConfig
from include.settings.producer import KafkaClientSettings
from include.settings.topic import property_text

BUFFER_BYTES = 33_554_432
"""The Java client's default ``buffer.memory``: ``send`` blocks at this number of unacknowledged bytes."""

BACKOFF_SETTINGS = {
    "retry.backoff.ms": "100",
    "retry.backoff.max.ms": "1000",
    "reconnect.backoff.ms": "50",
    "reconnect.backoff.max.ms": "1000",
}

CONSUMER_SETTINGS = {
    # With the Java client's default `latest`, messages from before the assignment are never read.
    "auto.offset.reset": "earliest",
    "heartbeat.interval.ms": "3000",
    "check.crcs": "true",
}


MAX_POLL_INTERVAL_MS = 300_000
"""The default of ``max_poll_interval_ms``, which is that of both clients."""

DELIVERY_TIMEOUT_MS = 120_000
"""The default of ``delivery_timeout_ms`` for both clients, which is the default of the Java client."""


def delivery_timeout_ms(settings: KafkaClientSettings) -> int:
    """The time in ms after which a producer gives up a message that was not acknowledged."""
    return settings.delivery_timeout_ms or DELIVERY_TIMEOUT_MS


def common_producer_settings(
    settings: KafkaClientSettings, config: DeliveryConfig, bootstrap: str, transactional_id: str
) -> dict[str, str]:
    """The producer settings that both clients have. ``config`` may differ from the cell's own."""
    common = {
        "bootstrap.servers": bootstrap,
        **BACKOFF_SETTINGS,
        "request.timeout.ms": str(settings.request_timeout_ms),
        "acks": config.acks,
        "retries": str(config.retries),
        "max.in.flight.requests.per.connection": str(config.max_in_flight),
        "enable.idempotence": property_text(config.idempotence),
        "linger.ms": f"{settings.linger_ms:g}",
        "batch.size": str(settings.batch_bytes),
        "compression.type": settings.compression.value,
    }
    if config.transactional:
        common |= {
            "transactional.id": transactional_id,
            "transaction.timeout.ms": str(settings.transaction_timeout_ms),
        }
    return common


def common_consumer_settings(settings: KafkaClientSettings, bootstrap: str, group: str) -> dict[str, str]:
    """The consumer settings that both clients have, for every consumer of a group."""
    return {
        "bootstrap.servers": bootstrap,
        **BACKOFF_SETTINGS,
        **CONSUMER_SETTINGS,
        "group.id": group,
        "isolation.level": settings.traits.delivery.config.isolation_level,
        "enable.auto.commit": property_text(settings.traits.flow.consumer_commits_automatically),
        "auto.commit.interval.ms": str(settings.auto_commit_ms),
        "session.timeout.ms": str(settings.session_timeout_ms),
        "max.poll.interval.ms": str(settings.max_poll_interval_ms or MAX_POLL_INTERVAL_MS),
        "fetch.min.bytes": str(settings.fetch_min_bytes),
        "fetch.max.bytes": str(settings.fetch_max_bytes),
        "max.partition.fetch.bytes": str(settings.fetch_partition_bytes),
    }
