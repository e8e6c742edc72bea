"""A median and the interval it lies in."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from include.median_interval import median_interval
from include.rendering.number_format import interval, significant

FEWEST_FOR_AN_INTERVAL = 6
"""With five values the widest interval, lowest to highest, covers the median with only 93.75 %."""


@dataclass(frozen=True)
class Estimate:
    """A median over repetitions, its distribution-free 95% interval (None below six) and their number."""

    median: float
    low: float | None
    high: float | None
    n: int

    @property
    def has_interval(self) -> bool:
        """Whether there were repetitions enough."""
        return self.low is not None and self.high is not None


def with_interval(found: Estimate) -> str:
    """A median and, where there is one, its interval in brackets."""
    between = f" ({interval(found.low, found.high)})" if found.has_interval else ""
    return significant(found.median) + between


def in_words(found: Estimate) -> str:
    """The same for a sentence, where an interval must say what it is."""
    between = f" (95% interval {interval(found.low, found.high)})" if found.has_interval else ""
    return significant(found.median) + between


def estimate(values: Sequence[float]) -> Estimate:
    """The median of values, and its interval.

    Raises:
        ValueError: no values.
    """
    if len(values) == 0:
        raise ValueError("no values to estimate a median from")
    ordered = sorted(values)
    low, high = median_interval([float(value) for value in ordered])
    return Estimate(median(ordered), low, high, len(ordered))
