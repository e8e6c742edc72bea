import pytest
from confluent_kafka import KafkaError

from include.producers.delivery_errors import Fate, fate_of, is_denial


@pytest.mark.parametrize(
    ("code", "fate"),
    [
        (KafkaError._PURGE_QUEUE, Fate.FAILED),
        (KafkaError.MSG_SIZE_TOO_LARGE, Fate.FAILED),
        (KafkaError.NOT_ENOUGH_REPLICAS, Fate.FAILED),
        (KafkaError.NOT_ENOUGH_REPLICAS_AFTER_APPEND, Fate.UNKNOWN),
        (KafkaError._MSG_TIMED_OUT, Fate.UNKNOWN),
        (KafkaError._PURGE_INFLIGHT, Fate.UNKNOWN),
        (KafkaError._FENCED, Fate.FENCED),
        (KafkaError.INVALID_PRODUCER_EPOCH, Fate.FENCED),
    ],
)
def test_only_a_message_that_was_certainly_not_written_has_failed(code: int, fate: Fate) -> None:
    assert fate_of(KafkaError(code)) is fate


def test_fatal_errors_and_missing_permissions_are_told_from_what_may_pass() -> None:
    assert fate_of(KafkaError(KafkaError._GAPLESS_GUARANTEE, "gap", True)) is Fate.FATAL
    assert is_denial(KafkaError(KafkaError.TOPIC_AUTHORIZATION_FAILED))
    assert not is_denial(KafkaError(KafkaError.NOT_ENOUGH_REPLICAS))
