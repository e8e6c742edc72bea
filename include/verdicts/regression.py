"""Whether a candidate is worse than its baseline, decided by pairs of cells of the same blocks."""

from enum import StrEnum

import numpy as np

from include.metrics.metric import Better
from include.verdicts.paired_differences import PairedDifference

MUST_DETECT = 0.25
"""The default of ``must_detect``: the share above which the half-width of an interval decides nothing."""

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


def decide(
    ratio: PairedDifference, better: Better, tolerance: float = 0.0, must_detect: float = MUST_DETECT
) -> Decision:
    """Decide on the ratio of a candidate to its baseline.

    It is worse or better if its corrected interval lies beyond what is tolerated, so that with a
    probability of at least 95 % none of the decisions that are made together is wrong. There is no difference
    if the interval is neither beyond nor too wide to show one.

    Args:
        ratio: The ratio, compared together with all others of the candidate.
        better: Which direction of the metric is an improvement.
        tolerance: The share by which both may differ and still count as equal.
        must_detect: The largest half-width of the interval, as a share, that decides anything.
    """
    if ratio.corrected is None:
        return Decision.NOT_ENOUGH
    low, high = ratio.corrected
    is_higher = low > 1 + tolerance
    if is_higher or high < 1 / (1 + tolerance):
        is_better = is_higher == (better is Better.HIGHER)
        return Decision.BETTER if is_better else Decision.WORSE
    is_narrow = half_width(ratio, tolerance) <= must_detect
    return Decision.NO_DIFFERENCE if is_narrow else Decision.NOT_ENOUGH


def half_width(ratio: PairedDifference, tolerance: float = 0.0) -> float:
    """Half the width of the corrected interval of a ratio, as a share, beyond what is tolerated.

    It is infinite with too few pairs.
    """
    if ratio.corrected is None:
        return float("inf")
    low, high = ratio.corrected
    return float(np.sqrt(high / low) * (1 + tolerance) - 1)


def detectable_share(ratio: PairedDifference, tolerance: float = 0.0) -> float:
    """The smallest true difference, as a share, that nine of ten such runs show; infinite for few pairs."""
    if ratio.detectable is None:
        return float("inf")
    return float(np.expm1(np.log1p(tolerance) + ratio.detectable))
