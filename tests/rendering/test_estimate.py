from typing import Any

import pytest
from scipy.stats import quantile_test

from include.rendering.estimate import Estimate, estimate
from include.spark_jobs.summarise import median_interval


def test_five_values_have_a_median_and_no_interval() -> None:
    assert estimate([5, 1, 4, 2, 3]) == Estimate(3, None, None, 5)


def test_the_interval_of_ten_values_goes_from_the_second_to_the_ninth() -> None:
    assert estimate([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) == Estimate(5.5, 2, 9, 10)


def test_no_values_have_no_median() -> None:
    with pytest.raises(ValueError, match="no values"):
        estimate([])


@pytest.mark.parametrize("n", range(6, 60))
def test_the_interval_is_that_of_the_results_and_of_the_textbook(n: int) -> None:
    values = [float(value) for value in range(1, n + 1)]
    found = estimate(values)
    assert (found.low, found.high) == median_interval(values)
    textbook: Any = quantile_test(values, p=0.5).confidence_interval(0.95)
    assert (found.low, found.high) == (textbook.low, textbook.high)
