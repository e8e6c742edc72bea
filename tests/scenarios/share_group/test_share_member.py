import pytest
from confluent_kafka import KafkaError, KafkaException

from include.scenarios.share_group.programs.share_member import is_refusal

INVALID_RECORD_STATE = 121


@pytest.mark.parametrize(
    ("code", "refused"),
    [
        (INVALID_RECORD_STATE, True),
        (KafkaError.NOT_LEADER_FOR_PARTITION, True),
        (KafkaError.REQUEST_TIMED_OUT, False),
        (KafkaError._TRANSPORT, False),
        (KafkaError._TIMED_OUT, False),
    ],
)
def test_an_acknowledgement_is_refused_only_if_a_broker_said_so(code: int, refused: bool) -> None:
    assert is_refusal(KafkaException(KafkaError(code))) is refused
