"""The client settings of Kafka's load programs; every setting that may change a figure is explicit.

The defaults of librdkafka differ from those of the Java client, and both change between releases. A setting
that the published experiment did not set has here the default of the Java client 3.4, which it used.

Source: https://github.com/confluentinc/librdkafka/blob/master/CONFIGURATION.md.
"""

from include.scenarios.kafka_client_settings import KafkaClientSettings
from include.scenarios.semantics.delivery_config import DeliveryConfig

CONNECTION_SETTINGS = {
    "socket.nagle.disable": "true",
    "socket.keepalive.enable": "false",
    "retry.backoff.ms": "100",
    "retry.backoff.max.ms": "1000",
    "reconnect.backoff.ms": "50",
    "reconnect.backoff.max.ms": "1000",
    "log_level": "6",  # the client logs lost connections at this level
    # Otherwise, the brokers of an external cluster may create a topic again that is being deleted.
    "allow.auto.create.topics": "false",
}

PRODUCER_SETTINGS = {
    "queue.buffering.max.kbytes": "1048576",  # never reached: the program waits at BUFFER_BYTES
    "queue.buffering.max.messages": "10000000",  # the Java client limits bytes only
    "message.timeout.ms": "120000",  # the Java client's delivery.timeout.ms
    "message.max.bytes": "1048576",  # the Java client's max.request.size
}

STATISTICS_SETTINGS = {"statistics.interval.ms": "250"}
"""Makes a client report how many requests it sent and repeated, and how many messages and bytes they had."""

BUFFER_BYTES = 33_554_432
"""The Java client's buffer.memory: the bytes that may wait for acknowledgement before sending blocks."""

CONSUMER_SETTINGS = {
    # The Java client's default is `latest`, with which messages sent before the assignment are never read.
    "auto.offset.reset": "earliest",
    "heartbeat.interval.ms": "3000",
    "max.poll.interval.ms": "300000",
    "partition.assignment.strategy": "range",
    "check.crcs": "true",
    # How much the library reads ahead, and how soon it continues after it has read enough. The default of the
    # latter is a second, which would appear as latency.
    "queued.min.messages": "100000",
    "queued.max.messages.kbytes": "65536",
    "fetch.queue.backoff.ms": "10",
}


def topic_settings(settings: KafkaClientSettings) -> dict[str, str]:
    """Return the settings of the cell's topics; the in-sync minimum follows from the semantics."""
    return {
        "min.insync.replicas": str(settings.delivery_config.min_insync_replicas),
        "unclean.leader.election.enable": kafka_boolean(settings.unclean_leader_election),
        "compression.type": "producer",
    }


def producer_settings(
    settings: KafkaClientSettings, config: DeliveryConfig, bootstrap: str, transactional_id: str = ""
) -> dict[str, str]:
    """Return the settings of a producer.

    Args:
        settings: The settings of the cell.
        config: The delivery settings of this producer, which may not be those of the cell.
        bootstrap: The addresses of the brokers.
        transactional_id: The id of a transactional producer; others ignore it.
    """
    pinned = {
        "bootstrap.servers": bootstrap,
        **CONNECTION_SETTINGS,
        **PRODUCER_SETTINGS,
        "request.timeout.ms": str(settings.request_timeout_ms),
        "acks": config.acks,
        "retries": str(config.retries),
        "max.in.flight.requests.per.connection": str(config.max_in_flight),
        "enable.idempotence": kafka_boolean(config.idempotence),
        "linger.ms": f"{settings.linger_ms:g}",
        "batch.size": str(settings.batch_bytes),
        "batch.num.messages": str(settings.request_limit),
        "compression.type": settings.compression.value,
    }
    if settings.is_disturbed or settings.request_counts:
        pinned |= STATISTICS_SETTINGS
    if config.transactional:
        pinned |= {
            "transactional.id": transactional_id,
            "transaction.timeout.ms": str(settings.transaction_timeout_ms),
            "message.timeout.ms": str(settings.transaction_timeout_ms),  # the maximum that librdkafka allows
        }
    return pinned


def consumer_settings(settings: KafkaClientSettings, bootstrap: str, group: str) -> dict[str, str]:
    """Return the settings of every consumer of a group."""
    return {
        "bootstrap.servers": bootstrap,
        **CONNECTION_SETTINGS,
        **CONSUMER_SETTINGS,
        "group.id": group,
        "isolation.level": settings.delivery_config.isolation_level,
        "enable.auto.commit": kafka_boolean(settings.consumer_commits_automatically),
        "auto.commit.interval.ms": str(settings.auto_commit_ms),
        "session.timeout.ms": str(settings.session_timeout_ms),
        "enable.partition.eof": kafka_boolean(settings.reads_to_the_end),
        "fetch.min.bytes": str(settings.fetch_min_bytes),
        "fetch.wait.max.ms": str(settings.fetch_wait_ms),
        "fetch.max.bytes": str(settings.fetch_max_bytes),
        "max.partition.fetch.bytes": str(settings.fetch_partition_bytes),
        **(STATISTICS_SETTINGS if settings.request_counts else {}),
    }


def kafka_boolean(value: bool) -> str:
    """Return ``true`` or ``false``, as Kafka writes it."""
    return str(value).lower()
