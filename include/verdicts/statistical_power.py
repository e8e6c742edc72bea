"""What so many pairs would have shown: drawn again and again from the pairs that were measured."""

from collections.abc import Callable

import numpy as np
from scipy import stats

from include.verdicts.regression import ALPHA, POWER, Numbers, p_values, trimmed

DRAWS = 2000
SEED = 2017
"""Fixed, so that a report of the same results is the same."""

REPETITIONS = (6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200)
"""How many pairs are tried."""

Test = Callable[[Numbers, Numbers], Numbers]
"""From logarithms of the baseline's and the candidate's values, (draws, n) both, to p-values (draws,)."""


def paired_trimmed(baseline: Numbers, candidate: Numbers) -> Numbers:
    """As :mod:`include.verdicts.regression` decides."""
    return p_values(candidate - baseline)


def paired_mean(baseline: Numbers, candidate: Numbers) -> Numbers:
    """Student's test of the pairs' differences."""
    return np.asarray(stats.ttest_rel(candidate, baseline, axis=-1).pvalue)


def paired_ranks(baseline: Numbers, candidate: Numbers) -> Numbers:
    """Wilcoxon's signed ranks of the pairs' differences, by its normal approximation."""
    found = stats.wilcoxon(candidate - baseline, axis=-1, method="approx", keepdims=False)
    return np.asarray(found.pvalue)


def unpaired_mean(baseline: Numbers, candidate: Numbers) -> Numbers:
    """Welch's test, which doesn't know which cells stood side by side."""
    return np.asarray(stats.ttest_ind(candidate, baseline, axis=-1, equal_var=False).pvalue)


ESTIMATORS: dict[str, Test] = {
    "trimmed mean of pairs": paired_trimmed,
    "mean of pairs": paired_mean,
    "signed ranks of pairs": paired_ranks,
    "means, not paired": unpaired_mean,
}
"""The first is what decides; the others are what was to be chosen from."""


def found(baseline: Numbers, candidate: Numbers, n: int, test: Test = paired_trimmed) -> float:
    """The share of runs of ``n`` pairs, drawn from those measured (pairs,), that would show a difference."""
    chance = np.random.default_rng(SEED)
    chosen = chance.integers(baseline.size, size=(DRAWS, n))
    return float(np.mean(test(np.log(baseline)[chosen], np.log(candidate)[chosen]) <= ALPHA))


def false_alarms(baseline: Numbers, candidate: Numbers, n: int, test: Test = paired_trimmed) -> float:
    """The share of runs of ``n`` pairs that would show a difference where there is none.

    Both arms are the same treatment, so that which is called the candidate is arbitrary: in every draw it is
    another, pair by pair.
    """
    chance = np.random.default_rng(SEED)
    chosen = chance.integers(baseline.size, size=(DRAWS, n))
    swapped = chance.integers(2, size=(DRAWS, n)).astype(bool)
    one, other = np.log(baseline)[chosen], np.log(candidate)[chosen]
    p = test(np.where(swapped, other, one), np.where(swapped, one, other))
    return float(np.mean(p <= ALPHA))


def repetitions_needed(baseline: Numbers, candidate: Numbers, test: Test = paired_trimmed) -> int | None:
    """The fewest pairs, of those tried, that show the difference nine times in ten; None: more than any."""
    for n in REPETITIONS:
        if found(baseline, candidate, n, test) >= POWER:
            return n
    return None


def half_width(baseline: Numbers, candidate: Numbers, n: int) -> float:
    """Half of the interval of the ratio, as a share, in runs of ``n`` pairs: the median over all drawn."""
    chance = np.random.default_rng(SEED)
    chosen = chance.integers(baseline.size, size=(DRAWS, n))
    _, error, freedom = trimmed(np.log(candidate / baseline)[chosen])
    return float(np.expm1(np.median(error) * stats.t.ppf(1 - ALPHA / 2, freedom)))
