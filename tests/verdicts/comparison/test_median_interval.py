from typing import Any

import numpy as np
import pytest
from scipy.stats import quantile_test

from include.verdicts.comparison.median_interval import Estimate, estimate, median_interval


def test_the_interval_of_ten_values_goes_from_the_second_to_the_ninth() -> None:
    assert estimate([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) == Estimate(5.5, 2, 9, 10)
    with pytest.raises(ValueError, match="no median"):
        estimate([])


def test_five_repetitions_are_too_few_for_an_interval() -> None:
    assert median_interval([1, 2, 3, 4, 5]) == (None, None)


@pytest.mark.parametrize("n", [*range(6, 60), 100, 1000])
def test_the_interval_is_scipys(n: int) -> None:
    values = np.arange(1, n + 1)
    interval: Any = quantile_test(values, q=n / 2, p=0.5).confidence_interval(0.95)
    assert median_interval(values.tolist()) == (interval.low, interval.high)
