import numpy as np
import pytest

from include.spark_jobs.measures.recovery import dip, longest_gap
from include.spark_jobs.moments import Moments

S = 1_000_000_000


def moments(*seconds: float, partition: int = 0) -> Moments:
    times = np.array([int(one * S) for one in seconds], np.int64)
    return Moments(times, np.full(times.size, partition))


def test_the_longest_gap_begins_with_the_fault() -> None:
    assert longest_gap(moments(0.1, 0.2, 3.0, 3.1), since=1 * S) == pytest.approx(2.0)


def test_each_partition_has_gaps_of_its_own() -> None:
    both = Moments(np.array([int(one * S) for one in (1.1, 1.2, 1.3, 4.0)]), np.array([0, 1, 0, 1], np.int64))
    assert longest_gap(both, since=1 * S) == pytest.approx(2.8)


def test_what_came_before_the_fault_is_no_gap() -> None:
    assert longest_gap(moments(0.1, 0.9, 1.1), since=1 * S) == pytest.approx(0.1)


def test_a_rate_that_falls_to_nothing_for_half_a_second_is_a_deep_dip_of_that_length() -> None:
    steady = [place / 100 for place in range(100)]
    after = [1.5 + place / 100 for place in range(50)]
    depth, length = dip(moments(*steady, *after), 0, 1 * S, 2 * S)
    assert depth == 1.0
    assert length == pytest.approx(0.5)


def test_a_steady_rate_has_no_dip() -> None:
    assert dip(moments(*(place / 100 for place in range(200))), 0, 1 * S, 2 * S) == (0.0, 0.0)


def test_a_dip_is_unknown_where_nothing_was_received_before() -> None:
    assert np.isnan(dip(moments(), 0, 1 * S, 2 * S)).all()
