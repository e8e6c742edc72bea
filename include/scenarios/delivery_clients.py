"""The clients of a delivery cell: every librdkafka setting that matters, pinned.

librdkafka's defaults differ from the Java client's, and both change between releases. Where the published
experiment left a setting at Java's default of the time (3.4), that value stands here.
"""

from include.scenarios.delivery import DeliverySettings

CONNECTION = {
    "socket.nagle.disable": "true",
    "socket.keepalive.enable": "false",
    "retry.backoff.ms": "100",
    "retry.backoff.max.ms": "1000",
    "reconnect.backoff.ms": "50",
    "reconnect.backoff.max.ms": "1000",
    "log_level": "4",
    # A producer asks for a topic that is just being deleted, and brokers that are somebody's may create it.
    "allow.auto.create.topics": "false",
}

PRODUCER = {
    "queue.buffering.max.kbytes": "1048576",  # never full: the program itself keeps to BUFFER_BYTES
    "queue.buffering.max.messages": "10000000",  # Java counts bytes only
    "batch.num.messages": "1000000",  # likewise
    "message.timeout.ms": "120000",  # Java's delivery.timeout.ms
    "request.timeout.ms": "30000",
    "message.max.bytes": "1048576",  # Java's max.request.size
}

BUFFER_BYTES = 33_554_432
"""Java's buffer.memory: what may wait for acknowledgement before sending blocks."""

TRANSACTION_TIMEOUT_MS = 60_000
"""Java's transaction.timeout.ms."""

CONSUMER = {
    # Java's default is `latest`; a message sent before the assignment would never be read.
    "auto.offset.reset": "earliest",
    "enable.auto.commit": "true",
    "auto.commit.interval.ms": "5000",
    "session.timeout.ms": "45000",
    "heartbeat.interval.ms": "3000",
    "max.poll.interval.ms": "300000",
    "partition.assignment.strategy": "range",
    "check.crcs": "true",
    # How much the library reads ahead, and how soon it goes on after it had read enough: its default is a
    # second, which would show up as latency.
    "queued.min.messages": "100000",
    "queued.max.messages.kbytes": "65536",
    "fetch.queue.backoff.ms": "10",
    "enable.partition.eof": "false",
}


def topic_settings(settings: DeliverySettings) -> dict[str, str]:
    """The cell's topic: its in-sync minimum is what tells at-least-once from exactly-once at the brokers."""
    return {
        "min.insync.replicas": str(settings.promise.min_insync_replicas),
        "compression.type": "producer",
    }


def producer_settings(settings: DeliverySettings, bootstrap: str, transactional_id: str) -> dict[str, str]:
    """The producer's settings; ``transactional_id`` is used by transactional semantics only."""
    promise = settings.promise
    pinned = {
        "bootstrap.servers": bootstrap,
        **CONNECTION,
        **PRODUCER,
        "acks": promise.acks,
        "retries": str(promise.retries),
        "max.in.flight.requests.per.connection": str(promise.max_in_flight),
        "enable.idempotence": str(promise.idempotence).lower(),
        "linger.ms": f"{settings.linger_ms:g}",
        "batch.size": str(settings.batch_bytes),
        "compression.type": settings.compression.value,
    }
    if promise.transactional:
        pinned |= {
            "transactional.id": transactional_id,
            "transaction.timeout.ms": str(TRANSACTION_TIMEOUT_MS),
            "message.timeout.ms": str(TRANSACTION_TIMEOUT_MS),  # librdkafka allows no more
        }
    return pinned


def consumer_settings(settings: DeliverySettings, bootstrap: str, group: str) -> dict[str, str]:
    """The settings of every consumer of the group."""
    return {
        "bootstrap.servers": bootstrap,
        **CONNECTION,
        **CONSUMER,
        "group.id": group,
        "isolation.level": settings.promise.isolation_level,
        "fetch.min.bytes": str(settings.fetch_min_bytes),
        "fetch.wait.max.ms": str(settings.fetch_wait_ms),
        "fetch.max.bytes": str(settings.fetch_max_bytes),
        "max.partition.fetch.bytes": str(settings.fetch_partition_bytes),
    }
