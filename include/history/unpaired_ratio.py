"""The ratio of what two runs measured; nothing pairs their repetitions."""

from collections.abc import Sequence

import numpy as np
from scipy.stats import mannwhitneyu

from include.rendering.estimate import Estimate

OUTSIDE = 2.0
"""Times beyond the smallest and the largest ratio, where a bound would lie if the data set none."""


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> Estimate | None:
    """By how many times our values, above zero, are theirs: the Hodges-Lehmann estimate on their logarithms.

    Its distribution-free 95% interval holds the ratios that a Mann-Whitney test doesn't reject; it takes four
    values on either side. ``n`` is the smaller number of values. None where either side has none.
    """
    ours, theirs = ([value for value in values if value > 0] for values in (ours, theirs))
    if not ours or not theirs:
        return None
    ratios = np.sort(np.divide.outer(np.array(ours), np.array(theirs)), axis=None)
    low, high = _interval(np.array(ours), np.array(theirs), ratios)
    return Estimate(float(np.exp(np.median(np.log(ratios)))), low, high, min(len(ours), len(theirs)))


def _interval(
    ours: np.ndarray, theirs: np.ndarray, ratios: np.ndarray
) -> tuple[float, float] | tuple[None, None]:
    """The ends of where the test accepts: two of the sorted ratios, for its outcome changes only at these."""
    edges = np.concatenate([[ratios[0] / OUTSIDE], ratios, [ratios[-1] * OUTSIDE]])
    between = np.sqrt(edges[:-1] * edges[1:])
    p = mannwhitneyu(ours[:, None], theirs[:, None] * between, axis=0, method="auto").pvalue
    accepted = np.flatnonzero(p > 0.05)
    if accepted[0] == 0 or accepted[-1] == len(between) - 1:
        return None, None
    return float(edges[accepted[0]]), float(edges[accepted[-1] + 1])
