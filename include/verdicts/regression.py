"""Whether a candidate is worse than its baseline, decided by pairs of cells of the same blocks."""

from enum import StrEnum

import numpy as np

from include.metrics.metric import Better
from include.verdicts.paired_differences import PairedDifference

SMALL_ENOUGH = 0.25
"""A run that could have found only larger differences does not have enough data to report no difference."""

STARTS = 0.1
"""The share by which two starts of the same brokers may differ: 7 % in throughput and 8 % in CPU time, over
44 pairs on warm brokers. It is the tolerance of a run with one start of each arm's brokers, whose intervals
do not contain this variation. Over several starts they do, and there is no tolerance."""


class Decision(StrEnum):
    """What the pairs show of the candidate."""

    WORSE = "worse"
    BETTER = "better"
    NO_DIFFERENCE = "no difference found"
    NOT_ENOUGH = "not enough data"


def decide(found: PairedDifference, better: Better, tolerance: float = 0.0) -> Decision:
    """Decide on the ratio of a candidate to its baseline.

    It is worse or better if its corrected interval lies beyond what is tolerated, so that with a
    probability of 95 % none of the decisions that are made together is wrong.

    Args:
        found: The ratio, compared together with all others of the candidate.
        better: Which direction of the metric is an improvement.
        tolerance: The share by which both may differ and still count as equal.
    """
    low, high = found.low_corrected, found.high_corrected
    if low is None or high is None:
        return Decision.NOT_ENOUGH
    if low > 1 + tolerance or high < 1 / (1 + tolerance):
        is_better = (low > 1) == (better is Better.HIGHER)
        return Decision.BETTER if is_better else Decision.WORSE
    return (
        Decision.NO_DIFFERENCE if detectable_share(found, tolerance) <= SMALL_ENOUGH else Decision.NOT_ENOUGH
    )


def detectable_share(found: PairedDifference, tolerance: float = 0.0) -> float:
    """The smallest true difference, as a share, that nine of ten such runs show; infinite for few pairs."""
    if found.detectable is None:
        return float("inf")
    return float(np.expm1(np.log1p(tolerance) + found.detectable))
