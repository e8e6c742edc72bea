"""Charts of series along a horizontal axis: points with marks and intervals, joined by lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from include.report.pages.chart_layout import AXIS_NAME_PIXELS, TICK_PIXELS, Chart, draw, panels_below
from include.report.pages.matplotlib_svg import Mark
from include.report.pages.palette import Look, with_dashes
from include.report.pages.panel import FONT_SIZE, SMALL_FONT, Direction, Ends, Panel

SECOND_LINE_PIXELS = 16
"""The additional height in pixels below an axis whose labels have two lines."""

MOST_LARGE_TICKS = 12
"""The maximum number of ticks on a horizontal axis for texts of the size ``FONT_SIZE``. With more ticks, all
texts have the size ``SMALL_FONT``."""


@dataclass(frozen=True)
class Point:
    """A point of a series, with its mark and the ends of its interval, if it has one."""

    x: float
    y: float
    mark: Mark | str
    ends: Ends | None = None
    is_hollow: bool = False


@dataclass(frozen=True)
class ChartSeries:
    """Points with markers of ``size`` pixels, joined by a line of ``width`` pixels (0: no line)."""

    name: str
    """The name of the series in the legend; if it is empty, the legend does not contain the series."""
    look: Look
    points: Sequence[Point]
    size: float = 9
    width: float = 2
    repetitions: Sequence[Point] = ()
    """The values of single repetitions, drawn as pale dots behind the series."""


def with_dashed_looks(series: Sequence[ChartSeries]) -> list[ChartSeries]:
    """The series, with different dash patterns for series that share a colour."""
    looks = with_dashes(line.look for line in series)
    return [replace(line, look=look) for line, look in zip(series, looks, strict=True)]


@dataclass(frozen=True)
class SeriesPanel:
    """The series of a panel, and the ticks of its horizontal axis.

    If ``ticks`` is None, the ticks are chosen from the values.
    """

    series: Sequence[ChartSeries]
    title: str = ""
    ticks: Mapping[float, str] | None = None
    limits: Ends | None = None
    """The ends of the horizontal axis; if None, the ends are chosen from the values."""
    reference: float | None = None
    """A value of the vertical axis with which all other values are compared. A dotted line is drawn there."""


def series_chart(
    identity: str,
    caption: str,
    panels: Sequence[SeriesPanel],
    height: float,
    axis_name: str = "",
    logarithmic: Sequence[Direction] = (),
    shares_axis: bool = True,
    note: str = "",
) -> Chart:
    """A chart of panels, one below the other, each ``height`` pixels high.

    A vertical axis begins at zero, unless it is logarithmic or has a reference.
    """
    has_second_line = any("\n" in text for panel in panels for text in (panel.ticks or {}).values())
    axis = TICK_PIXELS + AXIS_NAME_PIXELS * bool(axis_name) + SECOND_LINE_PIXELS * has_second_line
    titles = [panel.title for panel in panels] if any(panel.title for panel in panels) else []
    drawing = panels_below([height] * len(panels), titles, axis=axis, shares_axis=shares_axis)
    for drawn_panel, panel in zip(drawing.panels, panels, strict=True):
        for direction in logarithmic:
            drawn_panel.logarithmic(direction)
        drawn_panel.grid("y", *logarithmic)
        if panel.reference is not None:
            drawn_panel.reference(panel.reference, along="y")
        for series in panel.series:
            _draw_series(drawn_panel, series)
            if series.name:
                drawing.name(series.name, series.look, has_line=bool(series.width))
        if "y" not in logarithmic and panel.reference is None:
            drawn_panel.axes.set_ylim(0, None)
        if not shares_axis or panel is panels[-1]:
            _set_axis(drawn_panel, panel, axis_name)
    return draw(identity, caption, drawing, note)


def _set_axis(drawn_panel: Panel, panel: SeriesPanel, name: str) -> None:
    if panel.ticks is not None:
        size = FONT_SIZE if len(panel.ticks) <= MOST_LARGE_TICKS else SMALL_FONT
        drawn_panel.ticks("x", list(panel.ticks), list(panel.ticks.values()), size)
    if panel.limits:
        drawn_panel.axes.set_xlim(*panel.limits)
    drawn_panel.name_axis(name)


def _draw_series(panel: Panel, series: ChartSeries) -> None:
    _draw_markers(panel, series.repetitions, Look(series.look.colour, "o"), size=5, opacity=0.45)
    x, y = [point.x for point in series.points], [point.y for point in series.points]
    if series.width:
        panel.line(x, y, series.look, series.width)
    panel.intervals(x, [point.ends for point in series.points], series.look, "y", width=1.5, cap=4)
    _draw_markers(panel, series.points, series.look, series.size)


def _draw_markers(panel: Panel, points: Sequence[Point], look: Look, size: float, opacity: float = 1) -> None:
    for is_hollow in (False, True):
        group = [point for point in points if point.is_hollow is is_hollow]
        x, y, marks = [point.x for point in group], [point.y for point in group], [p.mark for p in group]
        panel.markers(x, y, look, marks, size, opacity, is_hollow)
