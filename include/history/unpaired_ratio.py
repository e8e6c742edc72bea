"""The ratio of the measurements of two runs, whose repetitions are not paired."""

from collections.abc import Sequence

import numpy as np
from scipy.stats import mannwhitneyu

from include.rendering.estimate import Estimate
from include.verdicts.paired_differences import ALPHA, FEWEST_PAIRS

BEYOND = 2.0
"""How far beyond the smallest and the largest ratio the search for a bound goes, as a factor."""


def unpaired_ratio(
    values: Sequence[float], baseline: Sequence[float], alpha: float = ALPHA
) -> Estimate | None:
    """The ratio of values above zero to those of the baseline: the Hodges-Lehmann estimate on logarithms.

    The distribution-free interval of level 1 - ``alpha`` contains the ratios that a Mann-Whitney test does
    not reject. ``n`` is the smaller number of values. None with fewer than six values on either side.
    """
    own, others = (np.array([value for value in side if value > 0]) for side in (values, baseline))
    if min(own.size, others.size) < FEWEST_PAIRS:
        return None
    ratios = np.sort(np.divide.outer(own, others), axis=None)
    low, high = _interval(own, others, ratios, alpha)
    return Estimate(float(np.exp(np.median(np.log(ratios)))), low, high, min(own.size, others.size))


def _interval(
    own: np.ndarray, others: np.ndarray, ratios: np.ndarray, alpha: float
) -> tuple[float, float] | tuple[None, None]:
    """The ends of the accepted range: two of the sorted ratios, where alone the test's outcome can change.

    The test is made between the ratios, where there are no ties, for which it would not be exact.
    """
    edges = np.concatenate([[ratios[0] / BEYOND], np.unique(ratios), [ratios[-1] * BEYOND]])
    between = np.sqrt(edges[:-1] * edges[1:])
    p = mannwhitneyu(own[:, None], others[:, None] * between, axis=0, method="auto").pvalue
    accepted = np.flatnonzero(p > alpha)
    if not accepted.size:  # all values of either side are the same
        return float(ratios[0]), float(ratios[-1])
    if accepted[0] == 0 or accepted[-1] == len(between) - 1:
        return None, None
    return float(edges[accepted[0]]), float(edges[accepted[-1] + 1])
