from typing import Any

import numpy as np
import pytest

from include.spark_jobs.measures.event_times_and_rates import Moments
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.measures.recovery import dip, fault_beginning, longest_gap, longest_gaps, measures
from tests.rawlog.sealing import Rows
from tests.spark_jobs.cells import S, raw_cell


def moments(*seconds: float, partition: int = 0) -> Moments:
    times = np.array([int(second * S) for second in seconds], np.int64)
    return Moments(times, np.full(times.size, partition))


def test_a_gap_of_a_partition_begins_with_the_fault_or_a_moment_after_it() -> None:
    assert longest_gap(moments(0.1, 0.2, 3.0, 3.1), since=1 * S) == pytest.approx(2.0)
    both = Moments(
        np.array([int(second * S) for second in (1.1, 1.2, 1.3, 4.0)]), np.array([0, 1, 0, 1], np.int64)
    )
    assert longest_gap(both, since=1 * S) == pytest.approx(2.8)
    assert longest_gap(moments(0.1, 0.9, 1.1), since=1 * S) == pytest.approx(0.1)
    assert longest_gaps(moments(1.0, 1.5), since=1 * S) == [0.5]
    assert longest_gaps(moments(1.0), since=1 * S) == [0.0]
    assert longest_gaps(moments(0.9), since=1 * S) == []
    assert longest_gap(moments(0.9), since=1 * S) == 0.0


def test_a_dip_is_below_half_of_the_rate_before_and_unknown_without_one() -> None:
    steady = [place / 100 for place in range(100)]
    depth, length = dip(moments(*steady, *[1.5 + place / 100 for place in range(50)]), 0, 1 * S, 2 * S)
    assert depth == 1.0
    assert length == pytest.approx(0.5)
    assert np.isnan(dip(moments(), 0, 1 * S, 2 * S)).all()
    assert np.isnan(dip(moments(0.1), 0, 0, 1 * S)).all()
    assert dip(moments(0.05, 0.1, 0.15, 0.2, 0.3), 0, S // 4, S // 2) == (0.75, 0.25)
    before, half = [0.1, 0.15, 0.35, 0.4, 0.6, 0.65, 0.85, 0.9], [1.1, 1.4]
    assert dip(moments(*before, *half), 0, 1 * S, int(1.5 * S)) == (0.5, 0.0)
    assert dip(moments(*before, 1.1), 0, 1 * S, int(1.5 * S)) == (1.0, 0.25)
    later = moments(*(second + 2 for second in (*before, *half)))
    assert dip(later, 2 * S, 3 * S, int(3.5 * S)) == (0.5, 0.0)


def test_a_dip_has_at_least_the_slice_in_which_the_fault_begins_and_is_unknown_without_events_in_it() -> None:
    before = [0.1, 0.15, 0.35, 0.4, 0.6, 0.65, 0.85, 0.9]
    assert dip(moments(*before, 1.1, 1.2, 1.6), 0, 1 * S, int(1.2 * S)) == (0.0, 0.0)
    assert np.isnan(dip(moments(*before), 0, 1 * S, int(1.2 * S))).all()


def paced(delays: list[float], faults: Rows = (), **settings: Any) -> RawCell:
    """Forty messages, one every tenth of a second, in turn in two partitions; delays are in s.

    Each is acknowledged after its delay, and received 10 ms later.
    """
    created = [place * S // 10 for place in range(40)]
    done = [moment + int(delay * S) for moment, delay in zip(created, delays, strict=True)]
    sent = [(id, id % 2, id, created[id], done[id], "acked", None) for id in range(40)]
    received = [(id, id % 2, id, done[id] + S // 100, 0) for id in range(40)]
    return raw_cell(sent, received, faults=faults, settings={"rate": 10, "messages": 40, **settings})


STOPPED = [0.0] * 15 + [(25 - place) / 10 for place in range(15, 25)] + [0.0] * 15
"""From 1.5 to 2.5 s nothing arrives; then everything does."""


def test_a_pause_is_a_gap_and_a_dip_which_a_steady_cell_and_one_without_a_rate_do_not_have() -> None:
    recovery = measures(paced(STOPPED, [("freeze-leader", "broker 1", 3 * S // 2, 5 * S // 2, None, None)]))
    assert recovery["acknowledgement_gap"] == pytest.approx(1.0)
    assert recovery["delivery_gap"] == pytest.approx(1.01)
    assert recovery["dip_depth"] == 1.0
    assert recovery["dip_length"] == pytest.approx(1.0)
    recovery = measures(paced([0.0] * 40))
    assert recovery["acknowledgement_gap"] == pytest.approx(0.2)
    assert recovery["delivery_gap"] == pytest.approx(0.2)
    assert recovery["dip_length"] == 0
    assert measures(paced(STOPPED, rate="unthrottled")) == {}
    assert measures(raw_cell(settings={"rate": 10})) == {}


def test_a_cell_without_a_fault_is_judged_from_where_it_would_have_begun() -> None:
    faults = [("freeze-leader", "broker 1", begin * S // 2, None, None, None) for begin in (4, 3)]
    assert fault_beginning(paced(STOPPED, faults)) == 3 * S // 2
    assert fault_beginning(paced(STOPPED)) == 11 * S // 10
