import numpy as np

from include.spark_jobs.measures import messages, resending
from include.spark_jobs.measures.messages_of_deliveries import (
    earlier_receipts,
    first_receipts,
    messages_of,
    order_of_receipt,
)
from tests.spark_jobs.cells import numbers, raw_cell


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
    assert counts == {"sent": 4, "acked": 2, "failed": 1, "unknown": 1, "received": 3, "unreached": None}
    counts = messages.measures(raw_cell(AGAIN))
    assert counts == {"sent": 5, "acked": 2, "failed": 1, "unknown": 2, "received": 0, "unreached": None}
    assert resending.measures(raw_cell(AGAIN)) == {"sent_again": 5}
    assert resending.measures(raw_cell(ONCE)) == {"sent_again": 0}


def test_deliveries_find_their_message_and_the_first_of_each() -> None:
    assert first_receipts(np.array([4, 1, 4, 0, 1])).tolist() == [True, True, False, True, False]
    assert earlier_receipts(np.array([4, 1, 4, 0, 4, 4]), 2).tolist() == [0, 0, 1, 0, 2, 2]
    assert earlier_receipts(numbers(), 2).size == 0
    assert messages_of(numbers(2, 0, 7, -1), numbers(0, 1, 2)).tolist() == [2, 0, -1, -1]
    sent = numbers(40, -3, 40, 2**62)
    assert messages_of(numbers(2**62, 40, -3, 41, 2**62 + 1), sent).tolist() == [3, 0, 1, -1, -1]
    assert messages_of(numbers(0, 5), numbers()).tolist() == [-1, -1]


def test_rows_keep_the_order_of_a_consumer_and_those_of_several_are_merged_by_time() -> None:
    order = order_of_receipt(numbers(30, 10, 20), numbers(0, 0, 0))
    assert numbers(30, 10, 20)[order].tolist() == [30, 10, 20]
    order = order_of_receipt(numbers(10, 30, 20, 15, 40), numbers(0, 0, 0, 1, 1))
    assert numbers(0, 1, 2, 3, 4)[order].tolist() == [0, 3, 1, 2, 4]


def test_what_is_received_at_the_same_moment_keeps_the_order_of_the_log() -> None:
    order = order_of_receipt(numbers(*[0, 1] * 50), numbers(*[0, 1] * 50))
    assert numbers(*range(100))[order].tolist() == [*range(0, 100, 2), *range(1, 100, 2)]
    order = order_of_receipt(numbers(10, 30, 20, 15, 40, 1), numbers(0, 0, 0, 1, 1, 2))
    assert numbers(*range(6))[order].tolist() == [5, 0, 3, 1, 2, 4]
