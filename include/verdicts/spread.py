"""The variation of measurements: the standard deviation with its interval, and variation between starts."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from include.verdicts.pairs import Pairs
from include.verdicts.trimmed_mean import Numbers

Z = float(ndtri(0.975))
"""The quantile of the normal distribution for a 95 % interval."""

FEWEST_FOR_AN_INTERVAL = 5
"""The smallest number of values from which an interval of the standard deviation is computed."""


def spread_interval(values: Numbers) -> tuple[float, float] | None:
    """The 95 % interval of the standard deviation of ``values``; None for fewer than five values.

    ``values`` have the shape (n,). This is Bonett's interval, which is also valid for distributions with
    heavier tails than the normal distribution. In simulations with six to twelve values, 88 to 99 % of these
    intervals contained the true value, but only 46 to 80 % of bootstrap intervals. Source: Bonett,
    Approximate confidence interval for standard deviation of nonnormal distributions, Computational
    Statistics & Data Analysis 50, 2006.
    """
    n = values.size
    if n < FEWEST_FOR_AN_INTERVAL:
        return None
    if np.ptp(values) == 0:
        return 0.0, 0.0
    correction = n / (n - Z)
    error = correction * np.sqrt((_kurtosis(values) - (n - 3) / n) / (n - 1))
    ends = np.sqrt(correction * values.var(ddof=1) * np.exp(np.array([-Z, Z]) * error))
    return float(ends[0]), float(ends[1])


def _kurtosis(values: Numbers) -> float:
    """Bonett's kurtosis. Its fourth moment is taken about a trimmed mean, to reduce bias from outliers."""
    n = values.size
    cut = int(n / (2 * np.sqrt(n - 4)))
    center = np.sort(values)[cut : n - cut].mean()
    squares = np.sum((values - values.mean()) ** 2)
    return float(n * np.sum((values - center) ** 4) / squares**2)


@dataclass(frozen=True)
class StartVariation:
    """The standard deviations of the values of pairs: between starts of the brokers, and within a start."""

    between: float
    within: float

    def best_pairs(self, start_cost: float, pair_cost: float) -> int:
        """The number of pairs that a start should have.

        ``start_cost`` and ``pair_cost`` are the seconds that a start and a pair take.

        Source: Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013.
        """
        if not self.between:
            return MOST_PAIRS
        return int(
            np.clip(round(np.sqrt(start_cost / pair_cost) * self.within / self.between), 1, MOST_PAIRS)
        )


MOST_PAIRS = 20
"""The maximum recommended number of pairs for each start of the brokers. This number is recommended if no
variation between starts was seen."""


def start_variation(pairs: Pairs) -> StartVariation | None:
    """The variation between and within starts; None with one start, or with one pair for each start.

    The method is analysis of variance. The variation between starts is estimated as zero if the variation
    within starts explains the differences between starts.
    """
    values, starts = pairs.compared, pairs.comparable_starts
    _, numbers, counts = np.unique(starts, return_inverse=True, return_counts=True)
    groups, freedom = counts.size, values.size - counts.size
    if groups < 2 or freedom < 1:
        return None
    means = np.bincount(numbers, values) / counts
    within = np.sum((values - means[numbers]) ** 2) / freedom
    between = np.sum(counts * (means - values.mean()) ** 2) / (groups - 1)
    size = (values.size - np.sum(counts**2) / values.size) / (groups - 1)
    return StartVariation(float(np.sqrt(max(0.0, (between - within) / size))), float(np.sqrt(within)))
