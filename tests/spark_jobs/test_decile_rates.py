import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from include.spark_jobs.decile_rates import tenths

S = 1_000_000_000


def test_a_tenth_lasts_from_the_end_of_the_one_before_to_its_own() -> None:
    steady = [place * S // 10 for place in range(1, 11)]
    slower = [S + place * S // 5 for place in range(1, 11)]
    found = tenths(np.array(steady + slower), began=0)
    assert found.messages.tolist() == [2] * 10
    assert found.rates.tolist() == pytest.approx([10] * 5 + [5] * 5)


def test_a_tenth_in_no_time_has_no_rate() -> None:
    at_once = np.array([0] * 10 + [place * S for place in range(1, 11)])
    assert np.isnan(tenths(at_once, began=0).rates).tolist() == [True] * 5 + [False] * 5


def test_fewer_messages_than_tenths_leave_some_empty() -> None:
    found = tenths(np.array([S, 2 * S]), began=0)
    assert found.messages.tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    assert found.rates[4] == found.rates[9] == 1


@given(st.lists(st.integers(1, 10 * S), min_size=1, max_size=60))
def test_tenths_hold_every_message_once_and_last_as_long_as_all(times: list[int]) -> None:
    found = tenths(np.sort(np.array(times)), began=0)
    assert found.messages.sum() == len(times)
    has_lasted = found.rates > 0
    assert (found.messages[has_lasted] / found.rates[has_lasted]).sum() == pytest.approx(max(times) / S)
