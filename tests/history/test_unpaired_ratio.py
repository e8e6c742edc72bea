from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from include.history.run_pair import start_means, unpaired_ratio
from include.report.measured_run import MeasuredRun
from include.verdicts.compared_quantities import THROUGHPUT
from include.verdicts.trimmed_mean import Numbers
from tests.report.synthetic import QUICK, make_plan

THREE_STARTS = [1, 1, 2, 2, 3, 3]


def means(values: list[float], starts: list[int]) -> Numbers:
    cells = pd.DataFrame({THROUGHPUT.column: values, "start": starts, "treatment": "treatment", "attempt": 1})
    run = MeasuredRun(Path(), make_plan(QUICK), {"cells": cells.assign(block=cells.index)})
    return start_means(run, "treatment", THROUGHPUT)


BASELINE = means([10.0, 10.4, 9.7, 10.2, 9.9, 10.1], THREE_STARTS)
MEAN_LOGARITHMS = np.log([10.0 * 10.4, 9.7 * 10.2, 9.9 * 10.1]) / 2


@pytest.mark.parametrize("alpha", [0.05, 0.05 / 20])
def test_the_interval_is_that_of_welch_over_the_means_of_the_starts(alpha: float) -> None:
    ratio = unpaired_ratio(
        means([12.0, 12.0, 10.0, 10.0, 11.0, 11.0, 13.0], [1, 1, 2, 2, 3, 3, 4]), BASELINE, alpha
    )
    welch = stats.ttest_ind(np.log([12, 10, 11, 13]), MEAN_LOGARITHMS, equal_var=False)
    expected = welch.confidence_interval(1 - alpha)
    assert (ratio.low, ratio.high) == pytest.approx((np.exp(expected.low), np.exp(expected.high)))
    double = unpaired_ratio(means([20.0, 20.8, 19.4, 20.4, 19.8, 20.2], THREE_STARTS), BASELINE)
    assert double.median == pytest.approx(2)
    assert double.n == 3


def test_cells_of_the_same_start_do_not_narrow_the_interval_and_those_of_one_have_none() -> None:
    unlike = [10.0, 10.0, 12.0, 12.0, 8.0, 8.0]
    once = unpaired_ratio(means(unlike, THREE_STARTS), BASELINE)
    assert unpaired_ratio(means(unlike * 5, THREE_STARTS * 5), BASELINE).low == pytest.approx(once.low)
    ratio = unpaired_ratio(means([20.0] * 20, [1] * 20), BASELINE)
    assert ratio.median == pytest.approx(2, rel=0.01)
    assert (ratio.n, ratio.ends) == (1, None)


def test_few_values_and_values_not_above_zero_have_no_ratio_and_equal_ones_have_it() -> None:
    assert means([10.0] * 5, [1, 1, 2, 2, 3]).size == means([10.0] * 5 + [0.0], THREE_STARTS).size == 0
    ratio = unpaired_ratio(means([20.0] * 6, THREE_STARTS), means([10.0] * 6, THREE_STARTS))
    assert (ratio.low, ratio.median, ratio.high) == pytest.approx((2, 2, 2))
