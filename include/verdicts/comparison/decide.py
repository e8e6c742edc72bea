"""Decisions from pairs of cells of the same block: is a candidate worse, and does a difference matter?"""

from enum import StrEnum

import numpy as np

from include.kinds.metrics.metric import Better
from include.verdicts.comparison.compare import Difference
from include.verdicts.comparison.samples import Kind

MUST_DETECT = 0.25
"""The default of ``must_detect``. An interval whose half-width is at most this share counts as narrow."""

STARTS = 0.1
"""The share by which two starts of the same brokers may differ. In 44 pairs on warm brokers, throughput
differed by 7 % and CPU time by 8 %. For a run with one start for each arm, this share is the tolerance. A run
with several starts has no tolerance, because its intervals include the variation between starts."""


class Decision(StrEnum):
    """The decision on a candidate."""

    WORSE = "worse"
    BETTER = "better"
    NO_DIFFERENCE = "no difference found"
    NOT_ENOUGH = "not enough data"


def decide(
    ratio: Difference, better: Better, tolerance: float = 0.0, must_detect: float = MUST_DETECT
) -> Decision:
    """Decide on the ratio of a candidate to its baseline.

    The candidate is worse or better if its whole corrected interval lies beyond the tolerance. Otherwise, the
    decision is ``NO_DIFFERENCE`` if the interval is narrow, and ``NOT_ENOUGH`` if it is wide. With a
    probability of at least 95 %, all decisions that are made together are right.

    Args:
        ratio: The ratio, with an interval corrected for all ratios of the candidate.
        better: The direction in which the metric improves.
        tolerance: The share by which the arms may differ and still count as equal.
        must_detect: The largest half-width, as a share, of an interval that counts as narrow.
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


def half_width(ratio: Difference, tolerance: float = 0.0) -> float:
    """The half-width of a ratio's corrected interval, as a share.

    The tolerance widens the interval on each side. The half-width is infinite with too few pairs.
    """
    if ratio.corrected is None:
        return float("inf")
    low, high = ratio.corrected
    return float(np.sqrt(high / low) * (1 + tolerance) - 1)


def detectable_share(ratio: Difference, tolerance: float = 0.0) -> float:
    """The smallest true difference, as a share, that nine of ten comparisons like this one would show.

    It is infinite with too few pairs.
    """
    if ratio.detectable is None:
        return float("inf")
    return float(np.expm1(np.log1p(tolerance) + ratio.detectable))


MATTERS = 0.1
"""A difference matters if it is at least this share of the reference's value. The share is a convention: two
starts of the same brokers differ by about this share."""


class Relevance(StrEnum):
    """The conclusion on the size of a difference, from its corrected interval."""

    MATTERS = "matters"
    """All differences in the interval are large enough to matter."""
    NEGLIGIBLE = "negligible"
    """No difference in the interval exceeds the smallest difference that matters."""
    OPEN = "open"
    """Some differences in the interval are large enough to matter, and others are not."""


def relevance(difference: Difference, reference: float | None) -> Relevance | None:
    """Whether a difference matters. ``reference`` is the reference's value, in the metric's unit.

    Returns:
        None if there are too few pairs. If the kind is ``DIFFERENCE``, also None if the reference's value is
        zero or unknown.
    """
    if difference.corrected is None:
        return None
    low, high = difference.corrected
    if difference.kind is Kind.RATIO:
        return of_shares(low - 1, high - 1)
    return of_shares(low / reference, high / reference) if reference else None


def of_shares(low: float, high: float) -> Relevance:
    """The relevance of a difference, which follows from the ends of its interval.

    The ends are shares of the reference's value.
    """
    if max(abs(low), abs(high)) <= MATTERS:
        return Relevance.NEGLIGIBLE
    return Relevance.MATTERS if low >= MATTERS or high <= -MATTERS else Relevance.OPEN
