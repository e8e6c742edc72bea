"""The confidence interval of the median of repeated measurements."""

import math
from collections.abc import Sequence
from functools import cache

ALLOWED_MISSES = 20
"""One interval in 20 may miss the true median: 95 % confidence."""


def median_interval(ordered_values: Sequence[float]) -> tuple[float, float] | tuple[None, None]:
    """The distribution-free 95 % interval of the median of ascending values; None, None below six values.

    Both ends are values themselves. The interval is the inverted sign test, the same as
    ``scipy.stats.quantile_test(…).confidence_interval()``. The import of scipy would take the Spark job more
    time than the rest of its summary.
    """
    rank = interval_rank(len(ordered_values))
    return (ordered_values[rank - 1], ordered_values[-rank]) if rank else (None, None)


@cache
def interval_rank(n: int) -> int:
    """The rank of the interval's ends, counted from 1 from both sides; 0 if n is too small.

    The k-th smallest of n values is above the median with the probability P(Binomial(n, 1/2) < k), which may
    be at most 2.5 %.
    """
    rank, outside = 0, 1
    while 2 * ALLOWED_MISSES * outside <= 2**n:
        rank += 1
        outside += math.comb(n, rank)
    return rank
