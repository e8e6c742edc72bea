from typing import Any

import pytest
from pydantic import ValidationError

from include.load_runtime.scenarios.queue.systems import System
from include.scenarios.queue.settings import MAX_BATCH_BYTES, QueueSettings
from include.scenarios.registry import settings_of


def queue(system: str, **settings: Any) -> QueueSettings:
    return QueueSettings.model_validate({"system": system, **settings})


def test_a_batch_of_kafkas_holds_as_many_messages_as_the_others_are_handed_at_once() -> None:
    assert queue("kafka", message_bytes=1024, batch_messages=50).batch_bytes == 50 * (1024 + 10)


def test_a_batch_of_kafkas_is_no_larger_than_brokers_take() -> None:
    assert queue("kafka", message_bytes=100_000).batch_bytes == MAX_BATCH_BYTES


def test_a_batch_that_is_asked_for_is_what_was_asked_for() -> None:
    assert queue("kafka", batch_bytes=7).batch_bytes == 7


def test_what_is_kafkas_alone_is_left_at_its_default_with_another_system() -> None:
    settings = {"partitions": 3, "linger_ms": 5.0, "semantics": "exactly-once"}
    other, kafka = queue("redis-list", **settings), queue("kafka", replication=3, **settings)
    assert (kafka.partitions, kafka.linger_ms, kafka.semantics) == (3, 5, "exactly-once")
    assert (other.partitions, other.linger_ms, other.semantics) == (1, 0, "at-least-once")


def test_only_what_nobody_confirms_may_be_lost() -> None:
    once = [system for system in System if queue(system).semantics == "at-most-once"]
    assert once == [System.RABBITMQ]


@pytest.mark.parametrize("system", list(System))
def test_settings_read_back_are_the_same(system: System) -> None:
    settings = queue(system, batch_messages=10)
    assert settings_of(settings.model_dump(mode="json")) == settings


@pytest.mark.parametrize(
    "settings",
    [{"rate": 100}, {"fault": "kill-leader"}, {"backlog": False}, {"processing": "process-first"}],
)
def test_a_queue_is_filled_as_fast_as_it_goes_and_only_then_emptied(settings: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match=next(iter(settings))):
        queue("kafka", **settings)


def test_a_setting_of_kafkas_that_has_a_condition_has_both() -> None:
    condition = QueueSettings.applies_when("transaction_ms")
    assert str(condition) == "semantics: exactly-once and system: kafka"
    assert condition is not None
    assert condition.holds({"semantics": "exactly-once", "system": "kafka"})
    assert not condition.holds({"semantics": "exactly-once", "system": "redis-list"})
