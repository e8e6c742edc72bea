import re
from typing import Any

from include.scenarios.queue.settings import MAX_BATCH_BYTES, QueueSettings


def queue(system: str, **settings: Any) -> QueueSettings:
    return QueueSettings.model_validate({"system": system, **settings})


def test_settings_of_kafka_have_defaults_with_other_systems_and_a_batch_holds_what_brokers_accept() -> None:
    assert queue("kafka", message_bytes=1024, batch_messages=50).batch_bytes == 50 * (1024 + 10)
    assert queue("kafka", message_bytes=100_000).batch_bytes == MAX_BATCH_BYTES
    settings = {"partitions": 3, "linger_ms": 5.0, "semantics": "exactly-once"}
    other, kafka = queue("redis-list", **settings), queue("kafka", replication=3, **settings)
    assert (kafka.partitions, kafka.linger_ms, kafka.semantics) == (3, 5, "exactly-once")
    assert (other.partitions, other.linger_ms, other.semantics) == (1, 0, "at-least-once")


def test_a_conditional_setting_of_kafka_has_both_conditions() -> None:
    condition = QueueSettings.applies_when("transaction_ms")
    assert re.fullmatch(r"semantics: exactly-once\b.* and system: kafka", str(condition))
    assert condition is not None
    assert condition.holds({"semantics": "exactly-once", "system": "kafka"})
    assert not condition.holds({"semantics": "exactly-once", "system": "redis-list"})
