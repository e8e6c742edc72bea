from array import array

import numpy as np

from include.producers.scenarios.queue.rabbitmq import Confirms
from include.producers.sent_log import SentLog


def outcomes(log: SentLog) -> str:
    """The first letter of each message's outcome: acked, failed, unknown."""
    rows = log.table(np.flatnonzero(log.attempted()))["outcome"].to_pylist()
    return "".join(outcome[0] for outcome in rows)


def test_a_confirm_is_for_one_message_or_for_all_up_to_it_that_were_not_rejected() -> None:
    log = SentLog.new(8)
    log.created_ns[:] = array("q", [0] * 8)
    log.handed_over(array("q", range(8)), 0)
    confirms = Confirms(log)
    confirms.acknowledged(5, multiple=False)
    assert outcomes(log) == "uuuuauuu"
    confirms.rejected(4, multiple=False)
    confirms.acknowledged(7, multiple=True)
    assert outcomes(log) == "aaafaaau"
    assert log.reported == 7
