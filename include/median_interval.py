"""The confidence interval of the median of repeated measurements."""

import math
from collections.abc import Sequence
from functools import cache

ALLOWED_MISSES = 20
"""One interval in 20 may miss the true median: 95 % confidence."""


def median_interval(ordered_values: Sequence[float]) -> tuple[float, float] | tuple[None, None]:
    """The distribution-free 95 % interval of the median of ascending values; None, None below six values.

    Both ends of the interval are measured values. The interval inverts the sign test, like
    ``scipy.stats.quantile_test(…).confidence_interval()``. Scipy is not used, because its import would take
    more time than the rest of the Spark job's summary.
    """
    rank = interval_rank(len(ordered_values))
    return (ordered_values[rank - 1], ordered_values[-rank]) if rank else (None, None)


@cache
def interval_rank(n: int) -> int:
    """The rank k of both ends: the k-th smallest and the k-th largest value; 0 if n is too small.

    The k-th smallest of n values is above the median with the probability P(Binomial(n, 1/2) < k). This
    probability may be at most 2.5 %.
    """
    rank, outside = 0, 1
    while 2 * ALLOWED_MISSES * outside <= 2**n:
        rank += 1
        outside += math.comb(n, rank)
    return rank
