from include.spark_jobs.measures import messages, resending
from tests.spark_jobs.cells import raw_cell


def send(message: int, outcome: str) -> tuple[object, ...]:
    return message, 0, None, 10, None, outcome, None


ONCE = [send(0, "acked"), send(1, "failed"), send(2, "unknown"), send(3, "acked")]

AGAIN = [
    send(0, "unknown"), send(0, "acked"),
    send(1, "failed"), send(1, "unknown"),
    send(2, "failed"), send(2, "failed"),
    send(3, "acked"), send(3, "failed"),
    send(4, "unknown"), send(4, "unknown"),
]  # fmt: skip
"""Five messages that were sent twice each."""

RECEIVED = [(0, 0, 0, 20, 0), (0, 0, 1, 21, 0), (77, 0, 2, 22, 0)]


def test_messages_are_counted_once_with_their_best_outcome_and_again_by_themselves() -> None:
    counts = messages.measures(raw_cell(ONCE, RECEIVED))
    assert counts == {"sent": 4, "acked": 2, "failed": 1, "unknown": 1, "received": 3}
    counts = messages.measures(raw_cell(AGAIN))
    assert counts == {"sent": 5, "acked": 2, "failed": 1, "unknown": 2, "received": 0}
    assert resending.measures(raw_cell(AGAIN)) == {"sent_again": 5}
    assert resending.measures(raw_cell(ONCE)) == {"sent_again": 0}
