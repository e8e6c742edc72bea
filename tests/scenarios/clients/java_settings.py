"""The settings of the Java client in an at-least-once cell, in literal values."""

from typing import Any

WITH_JAVA: dict[str, Any] = {"client": "java", "lead_in_seconds": 2}

CONNECTION = {
    "bootstrap.servers": "127.0.0.1:1",
    "retry.backoff.ms": "100",
    "retry.backoff.max.ms": "1000",
    "reconnect.backoff.ms": "50",
    "reconnect.backoff.max.ms": "1000",
}

PRODUCER = {
    **CONNECTION,
    "delivery.timeout.ms": "120000",
    "max.block.ms": "60000",
    "max.request.size": "1048576",
    "request.timeout.ms": "30000",
    "acks": "all",
    "retries": "2147483647",
    "max.in.flight.requests.per.connection": "5",
    "enable.idempotence": "false",
    "linger.ms": "5",
    "batch.size": "16384",
    "buffer.memory": "33554432",
    "compression.type": "none",
}

CONSUMER = {
    **CONNECTION,
    "allow.auto.create.topics": "false",
    "auto.offset.reset": "earliest",
    "heartbeat.interval.ms": "3000",
    "max.poll.interval.ms": "300000",
    "partition.assignment.strategy": "org.apache.kafka.clients.consumer.RangeAssignor",
    "check.crcs": "true",
    "group.id": "t",
    "isolation.level": "read_uncommitted",
    "enable.auto.commit": "true",
    "auto.commit.interval.ms": "5000",
    "session.timeout.ms": "45000",
    "max.poll.records": "500",
    "fetch.min.bytes": "1",
    "fetch.max.wait.ms": "500",
    "fetch.max.bytes": "52428800",
    "max.partition.fetch.bytes": "1048576",
}
