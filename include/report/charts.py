"""The charts of a report: series along an axis, and a row for each treatment with all of its repetitions."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from include.matrix.plan import Treatment
from include.rendering.chart import Chart, draw
from include.rendering.drawing import (
    AXIS_NAME_PIXELS,
    TICK_PIXELS,
    panels_below,
    panels_beside,
    panels_of_rows,
)
from include.rendering.estimate import FEWEST_FOR_AN_INTERVAL, Estimate
from include.rendering.number_format import interval, significant
from include.rendering.palette import Look
from include.rendering.panel import Direction, Ends, Panel
from include.rendering.svg import Mark
from include.rendering.words import capitalised
from include.report.cell_links import cell_links, treatment_link
from include.report.grouping import grouped
from include.report.measured_run import MeasuredRun
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import DAGGER_NOTE, dagger, semantics_look

ROW_PIXELS = 34
DOTS_BELOW = 0.24
"""How far below the middle of their row the repetitions are drawn, where no interval hides them."""


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
    """Points with markers of this size in pixels, joined by a line of this width; 0 leaves it out."""

    name: str
    """Its name in the legend; empty: it is not there."""
    look: Look
    points: Sequence[Point]
    size: float = 9
    width: float = 2
    repetitions: Sequence[Point] = ()
    """Pale dots behind the series."""


@dataclass(frozen=True)
class SeriesPanel:
    """The series of a panel, and the ticks of its horizontal axis; None leaves them to the values."""

    series: Sequence[ChartSeries]
    title: str = ""
    ticks: Mapping[float, str] | None = None
    limits: Ends | None = None
    """The ends of the horizontal axis."""


def series_chart(
    identity: str,
    caption: str,
    panels: Sequence[SeriesPanel],
    height: float,
    axis_name: str = "",
    logarithmic: Sequence[Direction] = (),
    arrangement: str = "below",
    note: str = "",
) -> Chart:
    """A chart of panels of this height in pixels; a vertical axis that is not logarithmic begins at zero.

    The panels are ``below`` or ``beside`` one another, or ``apart``: below, each with a horizontal axis of
    its own.
    """
    axis, titles = TICK_PIXELS + AXIS_NAME_PIXELS * bool(axis_name), [panel.title for panel in panels]
    drawing = (
        panels_beside(height, titles, axis)
        if arrangement == "beside"
        else panels_below(
            [height] * len(panels),
            titles if any(titles) else (),
            axis=axis,
            shares_axis=arrangement == "below",
        )
    )
    for drawn, panel in zip(drawing.panels, panels, strict=True):
        for direction in logarithmic:
            drawn.logarithmic(direction)
        drawn.grid("y", *logarithmic)
        for series in panel.series:
            _draw_series(drawn, series)
            if series.name:
                drawing.name(series.name, series.look, has_line=bool(series.width))
        if "y" not in logarithmic:
            drawn.from_zero("y")
        if arrangement != "below" or panel is panels[-1]:
            _set_axis(drawn, panel, axis_name)
    return draw(identity, caption, drawing, note)


def _set_axis(drawn: Panel, panel: SeriesPanel, name: str) -> None:
    if panel.ticks is not None:
        drawn.ticks("x", list(panel.ticks), list(panel.ticks.values()))
    if panel.limits:
        drawn.limit("x", *panel.limits)
    drawn.name_axis(name)


def _draw_series(panel: Panel, series: ChartSeries) -> None:
    _draw_markers(panel, series.repetitions, Look(series.look.colour, "o"), size=5, opacity=0.45)
    x, y = [point.x for point in series.points], [point.y for point in series.points]
    if series.width:
        panel.line(x, y, series.look, series.width)
    panel.intervals(x, [point.ends for point in series.points], series.look, "y", width=1.5, cap=4)
    _draw_markers(panel, series.points, series.look, series.size)


def _draw_markers(panel: Panel, points: Iterable[Point], look: Look, size: float, opacity: float = 1) -> None:
    for is_hollow, group in grouped(points, lambda point: point.is_hollow).items():
        x, y, marks = [point.x for point in group], [point.y for point in group], [p.mark for p in group]
        panel.markers(x, y, look, marks, size, opacity, is_hollow)


def interval_line(estimate: Estimate) -> str:
    """The interval of a median as a line of a title, after a line break; empty where there is none."""
    return f"\n95% interval {interval(estimate.low, estimate.high)}" if estimate.has_interval else ""


@dataclass(frozen=True)
class ChartMetric:
    """A metric that a chart shows, in words."""

    metric: TreatmentMetric
    words: str
    unit: str
    logarithmic: bool = False


def treatment_chart(
    identity: str,
    run: MeasuredRun,
    chart_metric: ChartMetric,
    panels: Mapping[str, list[Treatment]],
    name: Callable[[Treatment], str],
) -> Chart | None:
    """A row for each treatment, in panels by their titles; None where no repetition has a value."""
    span, column = chart_metric.metric.span, chart_metric.metric.column
    treatments = [treatment for of_panel in panels.values() for treatment in of_panel]
    values = [value for treatment in treatments for value in run.repetitions(treatment.id, column)]
    if not values:
        return None
    is_logarithmic = chart_metric.logarithmic and min(values) > 0
    rows = [
        (
            title if len(panels) > 1 else "",
            [name(treatment) + dagger(treatment, span) for treatment in of_panel],
        )
        for title, of_panel in panels.items()
    ]
    drawing = panels_of_rows(rows, ROW_PIXELS)
    for panel, of_panel in zip(drawing.panels, panels.values(), strict=True):
        if is_logarithmic:
            panel.logarithmic("x")
        for row, treatment in enumerate(of_panel):
            _draw_repetitions(panel, run, chart_metric, treatment, row)
            _draw_median(panel, run, chart_metric, treatment, row, name(treatment))
    if not is_logarithmic:
        drawing.panels[0].from_zero("x")
    words = capitalised(" ".join(filter(None, [span, chart_metric.words])))
    caption = f"{words}, {chart_metric.unit}{', logarithmic' if is_logarithmic else ''}"
    is_marked = any(dagger(treatment, span) for treatment in treatments)
    return draw(identity, caption, drawing, DAGGER_NOTE if is_marked else "")


def _draw_repetitions(
    panel: Panel, run: MeasuredRun, chart_metric: ChartMetric, treatment: Treatment, row: int
) -> None:
    """Pale dots where there is an interval, and darker ones where the repetitions are all there is."""
    points = [
        Point(value, row + DOTS_BELOW, mark)
        for value, mark in marked_repetitions(
            run,
            treatment,
            chart_metric.metric.column,
            lambda value: f"one repetition: {significant(value)} {chart_metric.unit}",
        )
    ]
    opacity = 0.45 if len(points) >= FEWEST_FOR_AN_INTERVAL else 0.85
    _draw_markers(panel, points, Look(semantics_look(treatment).colour, "o"), size=6, opacity=opacity)


def marked_repetitions(
    run: MeasuredRun, treatment: Treatment, column: str, title: Callable[[float], str]
) -> Iterator[tuple[float, Mark]]:
    """The values of a metric, each with its title and a link to its cell."""
    links = cell_links(run, treatment.id)
    for block, value in run.repetitions(treatment.id, column).items():
        yield value, Mark(title(value), links.get(block, ""), is_tab_stop=False)


def _draw_median(
    panel: Panel, run: MeasuredRun, chart_metric: ChartMetric, treatment: Treatment, row: int, name: str
) -> None:
    """A filled marker with its interval; a thin stroke where the median has no interval."""
    estimate = chart_metric.metric.estimate(run, treatment)
    if estimate is None:
        return
    look = semantics_look(treatment)
    median = f"median {significant(estimate.median)} {chart_metric.unit}{interval_line(estimate)}"
    mark = Mark(f"{name}\n{median}\nn = {estimate.n}", treatment_link(run, treatment.id))
    if estimate.has_interval:
        panel.intervals([row], [estimate.ends], look, along="x")
        panel.markers([estimate.median], [row], look, [mark], size=11)
    else:
        panel.markers([estimate.median], [row], replace(look, symbol="|"), [mark], size=14)
