"""The Hodges-Lehmann estimate of a difference, and its distribution-free interval.

The estimate is the median of the means of all pairs of values (Walsh averages), or, for two independent
samples, the median of all differences between them. Less than 29 % of the values cannot move it arbitrarily.
Source: Hodges and Lehmann, Estimates of location based on rank tests, Annals of Mathematical Statistics 34,
1963.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from include.verdicts.comparison.student_distribution import t_quantile

Numbers = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Located:
    """Sorted candidates for a difference, shape (…, candidates), whose median is the estimate.

    ``errors`` is the distribution of the rank test that the interval inverts: the probability of each number
    of candidates, or fewer, on one side of the true difference.
    """

    candidates: Numbers
    errors: Numbers
    freedom: int
    power: float = 1.0
    """The power of the widening beyond the reach of the ranks."""

    @property
    def estimate(self) -> Numbers:
        return np.asarray(np.median(self.candidates, axis=-1))

    @property
    def standard_error(self) -> Numbers:
        """The standard error with which Student's interval would be as wide as the exact one, near 95 %."""
        cut = max(1, int(np.searchsorted(self.errors, 0.025, side="right")))
        half_width = (self.candidates[..., -cut] - self.candidates[..., cut - 1]) / 2
        return np.asarray(half_width / t_quantile(1 - self.errors[cut - 1], self.freedom))

    def interval(self, alpha: float) -> tuple[Numbers, Numbers]:
        """The ends of the interval with the two-sided level 1 - ``alpha``.

        The interval is exact if there are enough values for the level. With fewer values, all candidates lie
        inside, and both sides are wider by a power of the ratio of Student's quantiles: at the level, and at
        the level that the range of the candidates has.
        """
        cut = int(np.searchsorted(self.errors, alpha / 2, side="right"))
        if cut:
            return self.candidates[..., cut - 1], self.candidates[..., -cut]
        student, of_range = (t_quantile(1 - share, self.freedom) for share in (alpha / 2, self.errors[0]))
        widening = (student / of_range) ** self.power
        middle = self.estimate
        low, high = self.candidates[..., 0], self.candidates[..., -1]
        return middle - (middle - low) * widening, middle + (high - middle) * widening


WIDENING_POWER = 1.16
"""The power with which the range of three to eight values must be widened. The range varies more than the
standard deviation, so that Student's ratio itself is too small. In simulations of a million samples of 5 to 8
normal values, and levels from 95 to 99.9 %, the power that reaches the level was 1.05 to 1.19; with three
values 1.06, with four up to 1.28 (then 0.9 % of the 99.4 % intervals miss). With two values it is 1, which is
Student's interval. With a tenth of the values tripled, or heavier tails, the intervals are conservative."""


def located(values: Numbers) -> Located:
    """The location of values of shape (…, n), n at least 2; the interval inverts the signed-rank test."""
    n = values.shape[-1]
    rows, columns = np.triu_indices(n)
    averages = np.sort((values[..., rows] + values[..., columns]) / 2)
    return Located(averages, _signed_ranks(n), n - 1, WIDENING_POWER if n > 2 else 1)


def located_between(values: Numbers, others: Numbers) -> Located:
    """The shift of ``values`` against independent ``others``, both of shape (n,), n at least 2.

    The interval inverts the test of Mann and Whitney. Beyond its reach, the degrees of freedom are those of
    the smaller sample.
    """
    shifts = np.sort((values[:, None] - others).ravel())
    sizes = values.size, others.size
    return Located(shifts, _rank_sums(*sizes), min(sizes) - 1)


@cache
def _signed_ranks(n: int) -> Numbers:
    """The cumulative distribution of the signed-rank statistic of ``n`` values."""
    counts = np.zeros(n * (n + 1) // 2 + 1)
    counts[0] = 1
    for rank in range(1, n + 1):
        counts[rank:] = counts[rank:] + counts[:-rank]
    return np.cumsum(counts / 2.0**n)


@cache
def _rank_sums(n: int, others: int) -> Numbers:
    """The cumulative distribution of the statistic of Mann and Whitney.

    Its generating function is a quotient of products of ``1 - x**k``.
    """
    counts: Numbers = np.zeros(n * others + 1)
    counts[0] = 1
    for k in range(1, n + 1):
        counts = _divided(_multiplied(counts, others + k), k)
    return np.asarray(np.cumsum(counts) / counts.sum())


def _multiplied(counts: Numbers, k: int) -> Numbers:
    """The product with ``1 - x**k``."""
    product = counts.copy()
    product[k:] -= counts[:-k] if k < counts.size else 0
    return product


def _divided(counts: Numbers, k: int) -> Numbers:
    """The quotient by ``1 - x**k``."""
    quotient = counts.copy()
    for index in range(k, quotient.size):
        quotient[index] += quotient[index - k]
    return quotient
