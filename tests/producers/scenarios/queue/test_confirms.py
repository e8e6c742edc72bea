from array import array

import numpy as np

from include.producers.scenarios.queue.rabbitmq import Confirms
from include.producers.sent_log import SentLog


def handed_over(messages: int) -> SentLog:
    log = SentLog.new(messages)
    for message in range(messages):
        log.created_ns[message] = 0
    log.handed_over(array("q", range(messages)), 0)
    return log


def outcomes(log: SentLog) -> str:
    """The first letter of each message's outcome: acked, failed, unknown."""
    rows = log.table(np.flatnonzero(log.attempted()))["outcome"].to_pylist()
    return "".join(outcome[0] for outcome in rows)


def test_a_confirm_is_for_one_message_or_for_all_messages_up_to_it() -> None:
    log = handed_over(8)
    confirms = Confirms(log)
    confirms.acknowledged(5, multiple=False)
    assert outcomes(log) == "uuuuauuu"
    confirms.acknowledged(3, multiple=True)
    assert outcomes(log) == "aaauauuu"


def test_a_rejected_message_is_not_acknowledged_by_a_later_confirm_of_several() -> None:
    log = handed_over(8)
    confirms = Confirms(log)
    confirms.rejected(4, multiple=False)
    confirms.acknowledged(7, multiple=True)
    assert outcomes(log) == "aaafaaau"
    assert log.reported == 7
