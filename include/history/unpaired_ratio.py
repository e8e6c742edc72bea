"""The ratio of the measurements of two runs, which are not paired, by the starts of their brokers."""

from dataclasses import dataclass

import numpy as np

from include.rendering.estimate import Estimate
from include.verdicts.paired_differences import ALPHA, FEWEST_PAIRS
from include.verdicts.trimmed_mean import Numbers, t_quantile

FEWEST_STARTS = 2
"""The fewest starts of either run from which the variation between starts can be estimated."""


@dataclass(frozen=True)
class MeasuredStarts:
    """The values of a treatment's cells and the start of the brokers of each cell, shape (cells,) both."""

    values: Numbers
    starts: Numbers

    def above_zero(self) -> "MeasuredStarts":
        """The cells that have a ratio."""
        mask = self.values > 0
        return MeasuredStarts(self.values[mask], self.starts[mask])

    @property
    def means(self) -> Numbers:
        """The mean of the logarithms of each start's values, shape (starts,)."""
        starts, numbers = np.unique(self.starts, return_inverse=True)
        return np.bincount(numbers, np.log(self.values), starts.size) / np.bincount(numbers)


def unpaired_ratio(
    candidate: MeasuredStarts, baseline: MeasuredStarts, alpha: float = ALPHA
) -> Estimate | None:
    """The ratio of the geometric means over starts, with Welch's interval of level 1 - ``alpha``.

    Cells of the same start share what the just-in-time compilers produced, so that only starts are
    independent of one another. The interval contains the variation between starts, and is None where a run
    has one start: nothing in that run shows how much another start would differ. ``n`` is the smaller number
    of starts. None with fewer than six values on either side.
    """
    sides = [side.above_zero() for side in (candidate, baseline)]
    if min(side.values.size for side in sides) < FEWEST_PAIRS:
        return None
    means = [side.means for side in sides]
    difference, n = float(means[0].mean() - means[1].mean()), min(mean.size for mean in means)
    if n < FEWEST_STARTS:
        return Estimate(float(np.exp(difference)), None, None, n)
    margin = _margin(means, alpha)
    low, middle, high = np.exp([difference - margin, difference, difference + margin]).tolist()
    return Estimate(middle, low, high, n)


def _margin(means: list[Numbers], alpha: float) -> float:
    """Half of the interval. Source: Welch, The generalization of Student's problem, Biometrika 34, 1947."""
    variances = np.array([mean.var(ddof=1) / mean.size for mean in means])
    total = float(variances.sum())
    if not total:
        return 0.0
    freedom = total**2 / sum(variances**2 / [mean.size - 1 for mean in means])
    return float(t_quantile(1 - alpha / 2, freedom) * np.sqrt(total))
