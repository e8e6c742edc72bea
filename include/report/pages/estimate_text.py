"""A median with its interval as text."""

from include.report.pages.wording import DASH, interval
from include.report.pages.wording import with_interval as value_with_interval
from include.verdicts.comparison.median_interval import Estimate


def with_interval(estimate: Estimate | None) -> str:
    """A median, followed by its interval in brackets if it has one; a dash for None."""
    return value_with_interval(estimate.median, estimate.low, estimate.high) if estimate else DASH


def in_words(estimate: Estimate) -> str:
    """A median and its interval, for use in a sentence: ``16.0 (95% interval 15.2 to 17.1)``."""
    return value_with_interval(estimate.median, estimate.low, estimate.high, "95% interval ")


def interval_line(estimate: Estimate) -> str:
    """The second line in the title of a mark: a median's interval; empty if there is no interval."""
    return f"\n95% interval {interval(estimate.low, estimate.high)}" if estimate.ends else ""
