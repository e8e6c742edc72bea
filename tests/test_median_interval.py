from typing import Any

import numpy as np
import pytest
from scipy.stats import quantile_test

from include.median_interval import median_interval


def test_five_repetitions_are_too_few_for_an_interval() -> None:
    assert median_interval([1, 2, 3, 4, 5]) == (None, None)


def test_six_repetitions_give_their_whole_range() -> None:
    assert median_interval([1, 2, 3, 4, 5, 6]) == (1, 6)


def test_ten_repetitions_leave_out_one_at_either_end() -> None:
    assert median_interval([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) == (2, 9)


@pytest.mark.parametrize("n", [*range(6, 60), 100, 1000])
def test_the_interval_is_scipys(n: int) -> None:
    values = np.arange(1, n + 1)
    interval: Any = quantile_test(values, q=n / 2, p=0.5).confidence_interval(0.95)
    assert median_interval(values.tolist()) == (interval.low, interval.high)
