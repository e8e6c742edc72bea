import numpy as np
import pytest
from scipy import stats

from include.verdicts.comparison.hodges_lehmann import WIDENING_POWER, located, located_between

VALUES = np.array([87.5, 91.0, 96.2, 103.1, 110.0, 114.2])


def test_the_estimate_is_the_median_of_the_means_of_all_pairs() -> None:
    averages = [(a + b) / 2 for place, a in enumerate(VALUES) for b in VALUES[place:]]
    assert located(VALUES).estimate == pytest.approx(np.median(averages))


def test_six_values_have_their_range_as_exact_interval() -> None:
    assert [float(end) for end in located(VALUES).interval(0.05)] == [87.5, 114.2]


@pytest.mark.parametrize("n", [7, 9, 12, 20])
def test_an_interval_has_the_values_that_the_signed_rank_test_does_not_refuse(n: int) -> None:
    values = np.random.default_rng(n).normal(3, 1, n)
    low, high = located(values).interval(0.05)
    for end, inside in ((low, 1e-9), (high, -1e-9)):
        assert stats.wilcoxon(values - (end + inside), method="exact").pvalue > 0.05
        assert stats.wilcoxon(values - (end - inside), method="exact").pvalue <= 0.05


def test_one_bad_value_moves_neither_the_estimate_nor_an_interval_of_twelve() -> None:
    values = np.random.default_rng(1).normal(100, 5, 12)
    bad = np.where(values == values.max(), 1e6, values)
    assert abs(located(bad).estimate - located(values).estimate) < 5
    assert located(bad).interval(0.05)[1] < 1000


def test_two_values_have_students_interval() -> None:
    expected = stats.ttest_1samp([1.0, 2.0], 0).confidence_interval(0.99)
    assert located(np.array([1.0, 2.0])).interval(0.01) == pytest.approx((expected.low, expected.high))


def test_beyond_the_reach_of_the_ranks_the_range_is_widened() -> None:
    low, high = located(VALUES).interval(0.05 / 8)
    widening = (stats.t.ppf(1 - 0.05 / 16, 5) / stats.t.ppf(1 - 1 / 64, 5)) ** WIDENING_POWER
    middle = float(located(VALUES).estimate)
    assert low == pytest.approx(middle - widening * (middle - 87.5))
    assert high == pytest.approx(middle + widening * (114.2 - middle))


def test_a_shift_between_samples_is_that_of_mann_and_whitney() -> None:
    values, others = np.random.default_rng(2).normal(0, 1, (2, 8))
    shift = located_between(values + 5, others)
    assert shift.estimate == pytest.approx(np.median(values[:, None] + 5 - others))
    low, high = shift.interval(0.05)
    for end, inside in ((low, 1e-9), (high, -1e-9)):
        test = [
            stats.mannwhitneyu(values + 5 - (end + way * inside), others, method="exact") for way in (1, -1)
        ]
        assert test[0].pvalue > 0.05 >= test[1].pvalue


NOISES = {
    "clean": lambda chance, shape: chance.normal(0, 1, shape),
    "a tenth tripled": lambda chance, shape: (
        chance.normal(0, 1, shape) * np.where(chance.random(shape) < 0.1, 3, 1)
    ),
    "drift": lambda chance, shape: chance.normal(0, 1, shape) + np.linspace(0, 1, shape[1]),
}


@pytest.mark.parametrize("pairs", [5, 6, 7])
def test_corrected_intervals_cover_the_truth_in_99_of_100_runs(pairs: int) -> None:
    low, high = located(np.random.default_rng(3).normal(0, 1, (20_000, pairs))).interval(0.05 / 8)
    assert 0.992 <= np.mean((low <= 0) & (high >= 0)) <= 0.996


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("pairs", [3, 4, 6, 9, 12])
def test_intervals_cover_the_truth_in_93_of_100_runs(noise: str, pairs: int) -> None:
    """A pair is two cells of a block, so that both have the same noise of the machine."""
    chance = np.random.default_rng(7)
    cells = [NOISES[noise](chance, (4000, pairs)) for _ in range(2)]
    low, high = located(cells[0] - cells[1]).interval(0.05)
    assert np.mean((low <= 0) & (high >= 0)) >= 0.93


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("wanted", [0.5, 1.0, 1.5, 3.0])
def test_intervals_cover_the_truth_in_93_of_100_runs_that_stop_when_precise(
    noise: str, wanted: float
) -> None:
    """A run has six to twelve pairs, and stops at the first half-width that is small enough."""
    chance = np.random.default_rng(11)
    cells = [NOISES[noise](chance, (3000, 12)) for _ in range(2)]
    differences = cells[0] - cells[1]
    is_covered, is_open = np.zeros(3000, bool), np.ones(3000, bool)
    for pairs in range(6, 13):
        low, high = located(differences[:, :pairs]).interval(0.05)
        stops = is_open & (((high - low) / 2 <= wanted) | (pairs == 12))
        is_covered[stops] = ((low <= 0) & (high >= 0))[stops]
        is_open &= ~stops
    assert is_covered.mean() >= 0.93
