"""A median with its interval, and both as text."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from include.median_interval import median_interval
from include.rendering.wording import DASH, interval
from include.rendering.wording import with_interval as value_with_interval

FEWEST_FOR_AN_INTERVAL = 6
"""The fewest values for a 95 % interval of the median. With five values, even the interval from the lowest to
the highest value contains the median in only 93.75 % of cases."""


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


def with_interval(estimate: Estimate | None) -> str:
    """A median, followed by its interval in brackets if it has one; a dash for None."""
    return value_with_interval(estimate.median, estimate.low, estimate.high) if estimate else DASH


def in_words(estimate: Estimate) -> str:
    """A median and its interval for a sentence: ``16.0 (95% interval 15.2 to 17.1)``."""
    return value_with_interval(estimate.median, estimate.low, estimate.high, "95% interval ")


def interval_line(estimate: Estimate) -> str:
    """A line break and the interval of a median, for the title of a mark; empty without an interval."""
    return f"\n95% interval {interval(estimate.low, estimate.high)}" if estimate.ends else ""


def estimate(values: Sequence[float]) -> Estimate:
    """The median of one value or more, and its interval."""
    ordered_values = sorted(values)
    low, high = median_interval([float(value) for value in ordered_values])
    return Estimate(median(ordered_values), low, high, len(ordered_values))
