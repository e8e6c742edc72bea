"""The client settings of Kafka's load programs: every librdkafka setting that matters, pinned.

librdkafka's defaults differ from the Java client's, and both change between releases. Where the published
experiment left a setting at Java's default of the time (3.4), that value stands here.
"""

from include.scenarios.kafka_client_settings import KafkaClientSettings
from include.scenarios.semantics.delivery_config import DeliveryConfig

CONNECTION = {
    "socket.nagle.disable": "true",
    "socket.keepalive.enable": "false",
    "retry.backoff.ms": "100",
    "retry.backoff.max.ms": "1000",
    "reconnect.backoff.ms": "50",
    "reconnect.backoff.max.ms": "1000",
    "log_level": "6",  # reports lost connections
    # A producer asks for a topic that is just being deleted; brokers of an external cluster may create it.
    "allow.auto.create.topics": "false",
}

PRODUCER = {
    "queue.buffering.max.kbytes": "1048576",  # never full: the program itself keeps to BUFFER_BYTES
    "queue.buffering.max.messages": "10000000",  # Java limits bytes only
    "message.timeout.ms": "120000",  # Java's delivery.timeout.ms
    "message.max.bytes": "1048576",  # Java's max.request.size
}

STATISTICS = {"statistics.interval.ms": "250"}
"""Makes a client report how many requests it sent, how many of them again, and what they carried."""

BUFFER_BYTES = 33_554_432
"""Java's buffer.memory: the bytes that may wait for acknowledgement before sending blocks."""

CONSUMER = {
    # Java's default is `latest`; a message sent before the assignment would never be read.
    "auto.offset.reset": "earliest",
    "heartbeat.interval.ms": "3000",
    "max.poll.interval.ms": "300000",
    "partition.assignment.strategy": "range",
    "check.crcs": "true",
    # How much the library reads ahead, and how soon it continues after it had read enough: its default is a
    # second, which would show up as latency.
    "queued.min.messages": "100000",
    "queued.max.messages.kbytes": "65536",
    "fetch.queue.backoff.ms": "10",
}


def topic_settings(settings: KafkaClientSettings) -> dict[str, str]:
    """The settings of the cell's topic.

    Its in-sync minimum is what tells at-least-once from exactly-once at the brokers.
    """
    return {
        "min.insync.replicas": str(settings.delivery_config.min_insync_replicas),
        "unclean.leader.election.enable": boolean(settings.unclean_leader_election),
        "compression.type": "producer",
    }


def producer_settings(
    settings: KafkaClientSettings, config: DeliveryConfig, bootstrap: str, transactional_id: str = ""
) -> dict[str, str]:
    """The settings of a producer with this configuration; only transactions use ``transactional_id``."""
    pinned = {
        "bootstrap.servers": bootstrap,
        **CONNECTION,
        **PRODUCER,
        "request.timeout.ms": str(settings.request_timeout_ms),
        "acks": config.acks,
        "retries": str(config.retries),
        "max.in.flight.requests.per.connection": str(config.max_in_flight),
        "enable.idempotence": boolean(config.idempotence),
        "linger.ms": f"{settings.linger_ms:g}",
        "batch.size": str(settings.batch_bytes),
        "batch.num.messages": str(settings.request_limit),
        "compression.type": settings.compression.value,
    }
    if settings.is_disturbed or settings.request_counts:
        pinned |= STATISTICS
    if config.transactional:
        pinned |= {
            "transactional.id": transactional_id,
            "transaction.timeout.ms": str(settings.transaction_timeout_ms),
            "message.timeout.ms": str(settings.transaction_timeout_ms),  # librdkafka allows no more
        }
    return pinned


def consumer_settings(settings: KafkaClientSettings, bootstrap: str, group: str) -> dict[str, str]:
    """The settings of every consumer of the group."""
    return {
        "bootstrap.servers": bootstrap,
        **CONNECTION,
        **CONSUMER,
        "group.id": group,
        "isolation.level": settings.delivery_config.isolation_level,
        "enable.auto.commit": boolean(settings.consumer_commits_automatically),
        "auto.commit.interval.ms": str(settings.auto_commit_ms),
        "session.timeout.ms": str(settings.session_timeout_ms),
        "enable.partition.eof": boolean(settings.reads_to_the_end),
        "fetch.min.bytes": str(settings.fetch_min_bytes),
        "fetch.wait.max.ms": str(settings.fetch_wait_ms),
        "fetch.max.bytes": str(settings.fetch_max_bytes),
        "max.partition.fetch.bytes": str(settings.fetch_partition_bytes),
        **(STATISTICS if settings.request_counts else {}),
    }


def boolean(value: bool) -> str:
    """True or false as Kafka writes it."""
    return str(value).lower()
