"""Whether a difference that was shown, or one that was not excluded, is large enough to matter."""

from enum import StrEnum

from include.verdicts.paired_differences import Kind, PairedDifference

MATTERS = 0.1
"""The share of the reference's value from which on a difference matters: a convention, about what two starts
of the same brokers differ by."""


class Relevance(StrEnum):
    """What the corrected interval says of the size of a difference."""

    MATTERS = "matters"
    """The whole interval lies beyond the share."""
    NEGLIGIBLE = "negligible"
    """The whole interval lies within the share."""
    OPEN = "open"
    """Both are possible."""


def relevance(difference: PairedDifference, reference: float | None) -> Relevance | None:
    """How large a difference is beside the reference's value, which is in the unit of the metric.

    Returns:
        None with too few pairs, or where a difference is beside no value above zero.
    """
    if difference.corrected is None:
        return None
    low, high = difference.corrected
    if difference.kind is Kind.RATIO:
        return of_shares(low - 1, high - 1)
    return of_shares(low / reference, high / reference) if reference else None


def of_shares(low: float, high: float) -> Relevance:
    """How large a difference is whose interval has these ends, as shares of the reference's value."""
    if max(abs(low), abs(high)) <= MATTERS:
        return Relevance.NEGLIGIBLE
    return Relevance.MATTERS if low >= MATTERS or high <= -MATTERS else Relevance.OPEN
