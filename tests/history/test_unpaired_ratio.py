import numpy as np
import pytest

from include.history.unpaired_ratio import MeasuredStarts, unpaired_ratio

THREE_STARTS = [1, 1, 2, 2, 3, 3]


def measured(values: list[float], starts: list[int]) -> MeasuredStarts:
    return MeasuredStarts(np.array(values), np.array(starts, dtype=float))


BASELINE = measured([10.0, 10.4, 9.7, 10.2, 9.9, 10.1], THREE_STARTS)
DOUBLE = measured([20.0, 20.8, 19.4, 20.4, 19.8, 20.2], THREE_STARTS)


def test_a_ratio_has_an_interval_around_it_which_is_wider_where_it_is_corrected() -> None:
    ratio, corrected = (unpaired_ratio(DOUBLE, BASELINE, alpha) for alpha in (0.05, 0.05 / 20))
    assert ratio is not None
    assert corrected is not None
    assert ratio.median == pytest.approx(2)
    assert ratio.n == 3
    assert corrected.low is not None
    assert ratio.low is not None
    assert ratio.high is not None
    assert corrected.low < ratio.low < 2 < ratio.high


def test_the_interval_is_that_of_welch_over_the_means_of_the_starts() -> None:
    candidate = measured([12.0, 12.0, 10.0, 10.0, 11.0, 11.0, 13.0], [1, 1, 2, 2, 3, 3, 4])
    ratio = unpaired_ratio(candidate, BASELINE)
    assert ratio is not None
    # Expected: the confidence interval of scipy.stats.ttest_ind(candidate, baseline, equal_var=False), where
    # candidate are the logarithms of 12, 10, 11 and 13, and baseline are the means of the baseline's starts.
    assert ratio.low == pytest.approx(0.95355854)
    assert ratio.high == pytest.approx(1.36078865)


def test_cells_of_the_same_start_do_not_narrow_the_interval_and_those_of_one_have_none() -> None:
    unlike = [10.0, 10.0, 12.0, 12.0, 8.0, 8.0]
    once = unpaired_ratio(measured(unlike, THREE_STARTS), BASELINE)
    again = unpaired_ratio(measured(unlike * 5, THREE_STARTS * 5), BASELINE)
    assert once is not None
    assert again is not None
    assert again.low == pytest.approx(once.low)
    ratio = unpaired_ratio(measured([20.0] * 20, [1] * 20), BASELINE)
    assert ratio is not None
    assert ratio.median == pytest.approx(2, rel=0.01)
    assert (ratio.n, ratio.has_interval) == (1, False)


def test_few_values_and_values_not_above_zero_have_no_ratio_and_equal_ones_have_it() -> None:
    five = measured([10.0] * 5, [1, 1, 2, 2, 3])
    assert unpaired_ratio(five, BASELINE) is None
    assert unpaired_ratio(BASELINE, five) is None
    assert unpaired_ratio(measured([0.0] * 6, THREE_STARTS), BASELINE) is None
    ratio = unpaired_ratio(measured([20.0] * 6, THREE_STARTS), measured([10.0] * 6, THREE_STARTS))
    assert ratio is not None
    assert (ratio.low, ratio.median, ratio.high) == pytest.approx((2, 2, 2))


def test_equal_runs_of_unlike_starts_seldom_differ() -> None:
    chance = np.random.default_rng(7)
    differ = 0
    for _ in range(400):
        logarithms = np.repeat(chance.normal(0, 0.05, (2, 4)), 3, axis=1) + chance.normal(0, 0.02, (2, 12))
        run, other = (MeasuredStarts(np.exp(values), np.repeat(np.arange(4.0), 3)) for values in logarithms)
        ratio = unpaired_ratio(run, other)
        assert ratio is not None
        differ += not (ratio.low or 0) <= 1 <= (ratio.high or 0)
    assert differ / 400 <= 0.07
