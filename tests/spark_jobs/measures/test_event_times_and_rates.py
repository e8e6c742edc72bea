import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from include.spark_jobs.measures.event_times_and_rates import (
    Moments,
    acknowledgements,
    rate,
    rate_between,
    receipts,
    slices,
)
from tests.spark_jobs.cells import raw_cell

SLICE_NS = 100_000_000


@given(st.lists(st.integers(0, 10_000_000_000), min_size=1, max_size=50))
def test_slices_hold_everything_once(times: list[int]) -> None:
    counts = slices(np.array(times), 0, SLICE_NS)
    assert counts.sum() == len(times)
    assert counts[min(times) // SLICE_NS] > 0
    assert slices(np.array([5, 19, 20, 31]), 10, 10).tolist() == [2, 1, 1]  # the first was too early
    assert slices(np.array([], np.int64), 10, 10).tolist() == []
    assert slices(np.array([3]), 3, 1).tolist() == [1]


SENT = [
    (0, 0, 0, 10, 90, "acked", None),
    (1, 1, 0, 11, 40, "acked", None),
    (2, 2, None, 12, 50, "failed", None),
    (3, 3, 0, 13, 60, "acked", None),
    (4, 4, None, 14, None, "acked", None),
]
RECEIVED = [(3, 3, 0, 70, 0), (3, 3, 1, 71, 0), (1, 1, 0, 80, 0), (0, 0, 0, 75, 1)]
LEAD_IN = {"rate": 2, "messages": 5, "lead_in_seconds": 0.5}


def moments(events: Moments) -> tuple[list[int], list[int]]:
    return events.times.tolist(), events.partitions.tolist()


def test_acknowledgements_and_first_receipts_of_timed_messages_are_in_the_order_of_time() -> None:
    assert moments(acknowledgements(raw_cell(SENT))) == ([40, 60, 90], [1, 3, 0])
    assert moments(acknowledgements(raw_cell(SENT, settings=LEAD_IN))) == ([40, 60], [1, 3])
    assert moments(receipts(raw_cell(SENT, RECEIVED))) == ([70, 75, 80], [3, 0, 1])
    assert moments(receipts(raw_cell(SENT, RECEIVED, settings=LEAD_IN))) == ([70, 80], [3, 1])


def test_a_rate_by_itself_is_from_the_first_event_to_the_last_and_no_time_has_none() -> None:
    assert rate_between(np.array([5_000_000_000, 3_000_000_000, 4_000_000_000])) == 1.0
    assert np.isnan(rate_between(np.array([3_000_000_000])))
    assert math.isnan(rate(events=1, seconds=0.0))
