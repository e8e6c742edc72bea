"""The literal client settings of an at-least-once producer and consumer, with a cell's default settings."""

CONNECTION = {
    "bootstrap.servers": "127.0.0.1:1",
    "socket.nagle.disable": "true",
    "socket.keepalive.enable": "false",
    "retry.backoff.ms": "100",
    "retry.backoff.max.ms": "1000",
    "reconnect.backoff.ms": "50",
    "reconnect.backoff.max.ms": "1000",
    "log_level": "6",
    "allow.auto.create.topics": "false",
}

PRODUCER = {
    **CONNECTION,
    "queue.buffering.max.kbytes": "1048576",
    "queue.buffering.max.messages": "10000000",
    "message.timeout.ms": "120000",
    "message.max.bytes": "1048576",
    "request.timeout.ms": "30000",
    "acks": "all",
    "retries": "2147483647",
    "max.in.flight.requests.per.connection": "5",
    "enable.idempotence": "false",
    "linger.ms": "5",
    "batch.size": "16384",
    "batch.num.messages": "1000000",
    "compression.type": "none",
}

CONSUMER = {
    **CONNECTION,
    "auto.offset.reset": "earliest",
    "heartbeat.interval.ms": "3000",
    "max.poll.interval.ms": "300000",
    "partition.assignment.strategy": "range",
    "check.crcs": "true",
    "queued.min.messages": "100000",
    "queued.max.messages.kbytes": "65536",
    "fetch.queue.backoff.ms": "10",
    "group.id": "t",
    "isolation.level": "read_uncommitted",
    "enable.auto.commit": "true",
    "auto.commit.interval.ms": "5000",
    "session.timeout.ms": "45000",
    "enable.partition.eof": "false",
    "fetch.min.bytes": "1",
    "fetch.wait.max.ms": "500",
    "fetch.max.bytes": "52428800",
    "max.partition.fetch.bytes": "1048576",
}

Difference = dict[str, str | None]
"""Settings that differ from another dictionary; None stands for a setting that is missing."""


def difference(settings: dict[str, str], usual: dict[str, str]) -> Difference:
    """What these settings have that the usual ones do not have, or have with another value."""
    keys = settings.keys() | usual.keys()
    return {key: settings.get(key) for key in keys if settings.get(key) != usual.get(key)}
