import numpy as np
import pytest
from scipy import stats

from include.verdicts.pairs import Kind, Pairs
from include.verdicts.spread import StartVariation, spread_interval, start_variation
from include.verdicts.trimmed_mean import Numbers

CHANCE = np.random.default_rng(4)


def covered(draws: Numbers) -> float:
    """In which share of rows the interval contains the true standard deviation, which is 1."""
    intervals = [spread_interval(row) for row in draws]
    return float(np.mean([bool(interval and interval[0] <= 1 <= interval[1]) for interval in intervals]))


@pytest.mark.parametrize("n", [6, 8, 12, 24])
def test_the_interval_contains_the_true_spread_in_nineteen_of_twenty_runs(n: int) -> None:
    assert covered(CHANCE.normal(0, 1, (1000, n))) > 0.93


@pytest.mark.parametrize("n", [6, 12])
def test_it_nearly_does_so_where_outliers_are_more_frequent(n: int) -> None:
    assert covered(CHANCE.standard_t(5, (1000, n)) / np.sqrt(5 / 3)) > 0.88


def test_the_interval_is_wide_for_few_values_none_for_four_and_narrow_for_many() -> None:
    few, many = (spread_interval(CHANCE.normal(0, 1, n)) for n in (6, 600))
    assert few
    assert many
    assert few[1] / few[0] > 2
    assert many[1] / many[0] < 1.2
    assert spread_interval(np.array([1.0, 2, 3, 4])) is None
    assert spread_interval(np.array([1.0, 2, 3, 4, 5]))
    assert spread_interval(np.ones(8)) == (0, 0)


def test_the_interval_is_that_of_bonetts_formula() -> None:
    values = np.array([1.0, 2, 4, 4, 7, 11, 29])
    n, z = 7, stats.norm.ppf(0.975)
    center = stats.trim_mean(values, 1 / (2 * np.sqrt(n - 4)))
    kurtosis = n * np.sum((values - center) ** 4) / ((n - 1) * values.var(ddof=1)) ** 2
    error = np.sqrt((kurtosis - (n - 3) / n) / (n - 1)) * n / (n - z)
    logarithm = np.log(values.var(ddof=1) * n / (n - z))
    expected = np.sqrt(np.exp([logarithm - z * error, logarithm + z * error]))
    assert spread_interval(values) == pytest.approx(tuple(expected))


def nested(between: float, within: float, starts: int = 400, cells: int = 5) -> Pairs:
    logs = CHANCE.normal(0, between, (starts, 1)) + CHANCE.normal(0, within, (starts, cells))
    of_starts = np.repeat(np.arange(float(starts)), cells)
    return Pairs(Kind.RATIO, np.exp(logs.ravel()), np.ones(logs.size), of_starts)


def test_the_variation_of_starts_is_told_from_that_of_cells_and_of_chance() -> None:
    variation = start_variation(nested(0.07, 0.1))
    assert variation
    assert (variation.between, variation.within) == pytest.approx((0.07, 0.1), rel=0.1)
    variation = start_variation(nested(0.0, 0.1, starts=2000))
    assert variation
    assert variation.between < 0.02
    assert start_variation(nested(0.07, 0.1, starts=1)) is None
    assert start_variation(nested(0.07, 0.1, cells=1)) is None


def variation_of(values: list[float], starts: list[float]) -> StartVariation | None:
    others = np.zeros(len(values))
    return start_variation(Pairs(Kind.DIFFERENCE, np.array(values), others, np.array(starts, float)))


def test_the_parts_of_the_variation_follow_from_the_squares_within_starts_and_between_them() -> None:
    variation = variation_of([1, 3, 10, 12, 14, 5], [1, 1, 2, 2, 2, 3])
    assert variation
    assert variation.within**2 == pytest.approx(10 / 3)
    assert variation.between**2 == pytest.approx((127.5 / 2 - 10 / 3) / ((6 - 14 / 6) / 2))
    assert variation_of([1, 3, 8], [1, 1, 2])
    assert variation_of([1, 3], [1, 2]) is None


def test_a_start_needs_more_pairs_if_it_is_dear() -> None:
    variation = StartVariation(0.05, 0.1)
    assert variation.best_pairs(start_cost=160, pair_cost=10) == 8
    assert variation.best_pairs(start_cost=10, pair_cost=10) == 2
    assert variation.best_pairs(start_cost=1, pair_cost=100) == 1
    assert StartVariation(0.0, 0.1).best_pairs(160, 10) == 20
    assert StartVariation(0.01, 0.1).best_pairs(160, 10) == 20
