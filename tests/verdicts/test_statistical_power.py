import numpy as np
from scipy import stats

from include.verdicts.statistical_power import Needed, needed, shares_found
from include.verdicts.trimmed_mean import Numbers, trimmed

TENTH = float(np.log(1.1))


def spread(deviation: float, n: int = 12) -> Numbers:
    """Values with exactly this standard deviation, and the mean zero."""
    values = np.random.default_rng(8).normal(0, 1, n)
    return np.asarray(deviation * (values - values.mean()) / values.std(ddof=1))


def test_the_number_is_that_of_the_formula_for_the_degrees_of_freedom_and_what_is_decided_together() -> None:
    # (1.96 + 1.28)² · 0.1² / ln(1.1)² = 11.6, and a few more because the deviation is estimated.
    tenth = needed(spread(0.1), TENTH)
    assert tenth.number == 14
    assert tenth.low
    assert tenth.high
    assert tenth.low < 10 < 25 < tenth.high
    # With two degrees of freedom, 3·√3 standard errors are too few to be shown nine times in ten.
    assert needed(spread(0.1), 0.3).number == 4
    assert (needed(spread(0.1), TENTH, comparisons=8).number or 0) > 14 + 5


def test_the_interval_of_the_number_contains_the_true_one() -> None:
    true = needed(spread(0.1), TENTH).number or 0
    chance = np.random.default_rng(3)
    numbers = [needed(chance.normal(0, 0.1, 8), TENTH) for _ in range(300)]
    assert np.mean([(number.low or 0) <= true <= (number.high or 1000) for number in numbers]) > 0.93


def test_no_fewer_than_are_compared_are_recommended_and_few_values_have_no_interval() -> None:
    assert needed(spread(0.001), TENTH, fewest=6) == Needed(6, 6, 6)
    assert needed(np.ones(8), TENTH, fewest=6) == Needed(6, 6, 6)
    assert needed(np.ones(8), TENTH).number == 2
    assert needed(spread(0.1, n=4), TENTH) == Needed(14, has_interval=False)
    assert needed(spread(1.0), TENTH) == Needed(None, None, None)
    assert needed(spread(0.5), TENTH).low
    assert needed(spread(0.5), TENTH).number is None
    assert needed(spread(0.1), TENTH).has_interval
    assert (needed(spread(0.413), TENTH).number, needed(spread(0.414), TENTH).number) == (200, None)


def test_resampled_runs_of_the_needed_number_find_the_difference_and_blocks_are_drawn_for_all() -> None:
    values = spread(0.05, n=40) + TENTH
    assert shares_found([values], needed(values, TENTH).number or 0)[0] > 0.85
    assert shares_found([values], 3)[0] < 0.5
    first, second = shares_found([values, values], 8)
    assert first == second < shares_found([values], 8)[0]


def test_a_difference_is_shown_by_students_test_with_two_sides_and_no_other_is() -> None:
    values = spread(0.1, n=40) + 0.05
    chosen = np.random.default_rng(2017).integers(values.size, size=(2000, 8))
    means, errors, freedom = trimmed(values[chosen])
    assert shares_found([values], 8) == [np.mean(2 * stats.t.sf(means / errors, freedom) < 0.05)]
    assert shares_found([np.zeros(12)], 6) == [0]
    assert shares_found([spread(0.3, n=40) + 0.01], 6)[0] < 0.06
