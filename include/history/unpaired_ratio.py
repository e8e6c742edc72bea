"""The ratio of the measurements of two runs, whose repetitions are not paired."""

from collections.abc import Sequence

import numpy as np
from scipy.stats import mannwhitneyu

from include.rendering.estimate import Estimate

BEYOND = 2.0
"""How far beyond the smallest and the largest ratio the search for a bound goes, as a factor."""


def unpaired_ratio(values: Sequence[float], baseline: Sequence[float]) -> Estimate | None:
    """The ratio of values above zero to those of the baseline: the Hodges-Lehmann estimate on logarithms.

    The distribution-free 95% interval contains the ratios that a Mann-Whitney test does not reject; it needs
    four values on either side. ``n`` is the smaller number of values. None where either side has no value.
    """
    own, others = (np.array([value for value in side if value > 0]) for side in (values, baseline))
    if not own.size or not others.size:
        return None
    ratios = np.sort(np.divide.outer(own, others), axis=None)
    low, high = _interval(own, others, ratios)
    return Estimate(float(np.exp(np.median(np.log(ratios)))), low, high, min(own.size, others.size))


def _interval(
    own: np.ndarray, others: np.ndarray, ratios: np.ndarray
) -> tuple[float, float] | tuple[None, None]:
    """The ends of the accepted range: two of the sorted ratios, where alone the test's outcome can change."""
    edges = np.concatenate([[ratios[0] / BEYOND], ratios, [ratios[-1] * BEYOND]])
    between = np.sqrt(edges[:-1] * edges[1:])
    p = mannwhitneyu(own[:, None], others[:, None] * between, axis=0, method="auto").pvalue
    accepted = np.flatnonzero(p > 0.05)
    if accepted[0] == 0 or accepted[-1] == len(between) - 1:
        return None, None
    return float(edges[accepted[0]]), float(edges[accepted[-1] + 1])
