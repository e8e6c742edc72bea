"""What a number of pairs would have shown, estimated by drawing from the measured pairs."""

from collections.abc import Callable

import numpy as np
from scipy import stats

from include.verdicts.regression import ALPHA, POWER, p_values
from include.verdicts.trimmed_mean import Numbers, trimmed

DRAWS = 2000
SEED = 2017
"""Fixed, so that two reports of the same results are the same."""

REPETITIONS = (6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200)
"""The numbers of pairs that are tried."""

Test = Callable[[Numbers, Numbers], Numbers]
"""From logarithms of the baseline's and the candidate's values, (draws, n) both, to p-values (draws,)."""


def paired_trimmed(baseline: Numbers, candidate: Numbers) -> Numbers:
    """The test by which :mod:`include.verdicts.regression` decides."""
    return p_values(candidate - baseline)


def paired_mean(baseline: Numbers, candidate: Numbers) -> Numbers:
    """Student's t-test of the differences of pairs."""
    return np.asarray(stats.ttest_rel(candidate, baseline, axis=-1).pvalue)


def paired_ranks(baseline: Numbers, candidate: Numbers) -> Numbers:
    """Wilcoxon's signed-rank test of the differences of pairs, by its normal approximation."""
    found = stats.wilcoxon(candidate - baseline, axis=-1, method="approx", keepdims=False)
    return np.asarray(found.pvalue)


def unpaired_mean(baseline: Numbers, candidate: Numbers) -> Numbers:
    """Welch's test, which does not know which cells are a pair."""
    return np.asarray(stats.ttest_ind(candidate, baseline, axis=-1, equal_var=False).pvalue)


ESTIMATORS: dict[str, Test] = {
    "trimmed mean of pairs": paired_trimmed,
    "mean of pairs": paired_mean,
    "signed ranks of pairs": paired_ranks,
    "means, not paired": unpaired_mean,
}
"""The first is the test that decides; the others are compared with it."""


def found(baseline: Numbers, candidate: Numbers, n: int, test: Test = paired_trimmed) -> float:
    """The share of runs with ``n`` of the measured pairs, shape (pairs,), that would show a difference."""
    chance = np.random.default_rng(SEED)
    chosen = chance.integers(baseline.size, size=(DRAWS, n))
    return float(np.mean(test(np.log(baseline)[chosen], np.log(candidate)[chosen]) <= ALPHA))


def false_alarms(baseline: Numbers, candidate: Numbers, n: int, test: Test = paired_trimmed) -> float:
    """The share of runs with ``n`` pairs that would show a difference where there is none.

    Both arms are the same treatment, so that it is arbitrary which one is the candidate: in every draw it is
    chosen at random for each pair.
    """
    chance = np.random.default_rng(SEED)
    chosen = chance.integers(baseline.size, size=(DRAWS, n))
    swapped = chance.integers(2, size=(DRAWS, n)).astype(bool)
    one, other = np.log(baseline)[chosen], np.log(candidate)[chosen]
    p = test(np.where(swapped, other, one), np.where(swapped, one, other))
    return float(np.mean(p <= ALPHA))


def repetitions_needed(baseline: Numbers, candidate: Numbers, test: Test = paired_trimmed) -> int | None:
    """The fewest pairs, of those tried, that show the difference nine times in ten; None: more pairs."""
    for n in REPETITIONS:
        if found(baseline, candidate, n, test) >= POWER:
            return n
    return None


def half_width(baseline: Numbers, candidate: Numbers, n: int) -> float:
    """Half the width of the ratio's interval, as a share, in runs with ``n`` pairs: the median of draws."""
    chance = np.random.default_rng(SEED)
    chosen = chance.integers(baseline.size, size=(DRAWS, n))
    _, error, freedom = trimmed(np.log(candidate / baseline)[chosen])
    return float(np.expm1(np.median(error) * stats.t.ppf(1 - ALPHA / 2, freedom)))
