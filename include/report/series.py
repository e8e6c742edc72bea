"""A series in a chart: points joined by a line, each with a marker and perhaps an interval."""

from collections.abc import Sequence
from dataclasses import dataclass

from include.rendering.estimate import Estimate
from include.rendering.number_format import interval
from include.rendering.palette import Look
from include.rendering.panel import Ends, Panel


@dataclass(frozen=True)
class Point:
    """A point, the title of its marker, and the ends of its interval, if it has one."""

    x: float
    y: float
    title: str
    ends: Ends | None = None


def draw_series(
    panel: Panel,
    points: Sequence[Point],
    look: Look,
    size: float = 9,
    width: float = 2,
    is_hollow: bool = False,
    bars: tuple[float, float] = (2, 5),
) -> None:
    """Draw a line of this width through the points, their intervals, and a marker of this size for each.

    ``bars`` are the width of the bars of intervals, and half the length of their caps.
    """
    x, y = [point.x for point in points], [point.y for point in points]
    panel.line(x, y, look, width)
    panel.intervals(x, [point.ends for point in points], look, "y", *bars)
    panel.markers(x, y, look, [point.title for point in points], size, is_hollow=is_hollow)


def interval_line(estimate: Estimate) -> str:
    """The interval of a median as a line of a title, after a line break; empty where there is none."""
    return f"\n95% interval {interval(estimate.low, estimate.high)}" if estimate.has_interval else ""
