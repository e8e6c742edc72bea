import numpy as np
import pytest
from scipy import stats

from include.history.past_runs import MeasuredStarts
from include.history.run_pair import unpaired_ratio
from include.median_interval import Estimate

THREE_STARTS = [1, 1, 2, 2, 3, 3]


def measured(values: list[float], starts: list[int]) -> MeasuredStarts:
    return MeasuredStarts(np.array(values), np.array(starts, dtype=float))


BASELINE = measured([10.0, 10.4, 9.7, 10.2, 9.9, 10.1], THREE_STARTS)
MEAN_LOGARITHMS = np.log([10.0 * 10.4, 9.7 * 10.2, 9.9 * 10.1]) / 2


def ratio_of(candidate: MeasuredStarts, alpha: float = 0.05) -> Estimate:
    ratio = unpaired_ratio(candidate, BASELINE, alpha)
    assert ratio is not None
    return ratio


@pytest.mark.parametrize("alpha", [0.05, 0.05 / 20])
def test_the_interval_is_that_of_welch_over_the_means_of_the_starts(alpha: float) -> None:
    ratio = ratio_of(measured([12.0, 12.0, 10.0, 10.0, 11.0, 11.0, 13.0], [1, 1, 2, 2, 3, 3, 4]), alpha)
    welch = stats.ttest_ind(np.log([12, 10, 11, 13]), MEAN_LOGARITHMS, equal_var=False)
    expected = welch.confidence_interval(1 - alpha)
    assert (ratio.low, ratio.high) == pytest.approx((np.exp(expected.low), np.exp(expected.high)))
    double = ratio_of(measured([20.0, 20.8, 19.4, 20.4, 19.8, 20.2], THREE_STARTS))
    assert double.median == pytest.approx(2)
    assert double.n == 3


def test_cells_of_the_same_start_do_not_narrow_the_interval_and_those_of_one_have_none() -> None:
    unlike = [10.0, 10.0, 12.0, 12.0, 8.0, 8.0]
    once = ratio_of(measured(unlike, THREE_STARTS))
    assert ratio_of(measured(unlike * 5, THREE_STARTS * 5)).low == pytest.approx(once.low)
    ratio = ratio_of(measured([20.0] * 20, [1] * 20))
    assert ratio.median == pytest.approx(2, rel=0.01)
    assert (ratio.n, ratio.ends) == (1, None)


def test_few_values_and_values_not_above_zero_have_no_ratio_and_equal_ones_have_it() -> None:
    five = measured([10.0] * 5, [1, 1, 2, 2, 3])
    assert unpaired_ratio(five, BASELINE) is None
    assert unpaired_ratio(BASELINE, five) is None
    assert unpaired_ratio(measured([0.0] * 6, THREE_STARTS), BASELINE) is None
    ratio = unpaired_ratio(measured([20.0] * 6, THREE_STARTS), measured([10.0] * 6, THREE_STARTS))
    assert ratio is not None
    assert (ratio.low, ratio.median, ratio.high) == pytest.approx((2, 2, 2))
