"""The median of repeated measurements, and its confidence interval."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import median

ALLOWED_MISSES = 20
"""One interval in 20 may miss the true median: 95 % confidence."""

FEWEST_FOR_AN_INTERVAL = 6
"""The minimum number of values for a 95 % interval of the median. With five values, even the interval from
the lowest to the highest value contains the median in only 93.75 % of cases."""


@dataclass(frozen=True)
class Estimate:
    """A median over n repetitions, with its distribution-free 95% interval (None below six repetitions)."""

    median: float
    low: float | None
    high: float | None
    n: int

    @property
    def ends(self) -> tuple[float, float] | None:
        """The ends of the interval; None with too few repetitions."""
        return None if self.low is None or self.high is None else (self.low, self.high)


def estimate(values: Sequence[float]) -> Estimate:
    """The median of one value or more, and its interval."""
    ordered_values = sorted(values)
    low, high = median_interval([float(value) for value in ordered_values])
    return Estimate(median(ordered_values), low, high, len(ordered_values))


def median_interval(ordered_values: Sequence[float]) -> tuple[float, float] | tuple[None, None]:
    """The distribution-free 95 % confidence interval of the median of values in ascending order.

    With fewer than six values, the result is ``(None, None)``. Both ends of the interval are measured values.
    The interval inverts the sign test, like ``scipy.stats.quantile_test(…).confidence_interval()``.
    ``scipy.stats`` is not used, because importing it would take longer than all other work on
    ``results/summary``.
    """
    rank = interval_rank(len(ordered_values))
    return (ordered_values[rank - 1], ordered_values[-rank]) if rank else (None, None)


@cache
def interval_rank(n: int) -> int:
    """The rank k of both ends of the interval; 0 if n is too small.

    The ends are the k-th smallest and the k-th largest value. The k-th smallest of n values is above the
    median with the probability P(Binomial(n, 1/2) < k). This probability may be at most 2.5 %.
    """
    rank, outside = 0, 1
    while 2 * ALLOWED_MISSES * outside <= 2**n:
        rank += 1
        outside += math.comb(n, rank)
    return rank
