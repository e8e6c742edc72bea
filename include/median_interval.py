"""The interval in which the true median of repeated measurements lies."""

import math
from collections.abc import Sequence
from functools import cache

ALLOWED_MISSES = 20
"""One interval in 20 may miss the true median: 95 % confidence."""


def median_interval(ordered_values: Sequence[float]) -> tuple[float, float] | tuple[None, None]:
    """The distribution-free 95 % interval of the median of ascending values; None, None below six values.

    Both ends are two of the values. This is the sign test inverted, and gives the same as
    ``scipy.stats.quantile_test(…).confidence_interval()``, whose import would take the Spark job more time
    than everything else in its summary.
    """
    rank = interval_rank(len(ordered_values))
    return (ordered_values[rank - 1], ordered_values[-rank]) if rank else (None, None)


@cache
def interval_rank(n: int) -> int:
    """The rank of the interval's ends, counted from 1 from either side; 0 where n is too small.

    The k-th smallest of n values lies above the median with probability P(Binomial(n, 1/2) < k), which may
    be 2.5 % at most.
    """
    rank, outside = 0, 1
    while 2 * ALLOWED_MISSES * outside <= 2**n:
        rank += 1
        outside += math.comb(n, rank)
    return rank
