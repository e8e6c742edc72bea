import pytest
from confluent_kafka import KafkaError

from include.producers.delivery_errors import Fate, fate_of, is_denial

FATES = {
    Fate.FAILED: ("_PURGE_QUEUE", "MSG_SIZE_TOO_LARGE", "NOT_ENOUGH_REPLICAS"),
    Fate.UNKNOWN: ("NOT_ENOUGH_REPLICAS_AFTER_APPEND", "_MSG_TIMED_OUT", "_PURGE_INFLIGHT"),
    Fate.FENCED: ("_FENCED", "INVALID_PRODUCER_EPOCH"),
}


@pytest.mark.parametrize("fate", FATES)
def test_only_a_message_that_was_certainly_not_written_has_failed(fate: Fate) -> None:
    assert {fate_of(KafkaError(getattr(KafkaError, code))) for code in FATES[fate]} == {fate}


def test_fatal_errors_and_missing_permissions_are_told_from_what_may_pass() -> None:
    assert fate_of(KafkaError(KafkaError._GAPLESS_GUARANTEE, "gap", True)) is Fate.FATAL
    assert is_denial(KafkaError(KafkaError.TOPIC_AUTHORIZATION_FAILED))
    assert not is_denial(KafkaError(KafkaError.NOT_ENOUGH_REPLICAS))
