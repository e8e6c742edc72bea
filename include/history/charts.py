"""Charts of series along the axis of a history, with a line for each treatment and marked change points."""

from collections.abc import Iterator

from include.grouping import grouped
from include.history.comparable_runs import Axis, ComparableRuns
from include.history.series import MetricSeries
from include.releases.versions import feature_of
from include.rendering.drawing import TICK_PIXELS, Chart, Drawing, draw, panels_below
from include.rendering.palette import Look, with_dashes
from include.rendering.panel import SMALL_FONT, Panel
from include.rendering.wording import capitalised, interval, significant
from include.report.treatments.names import context, semantics_look, short_name
from include.verdicts.paired_differences import Kind

HEIGHT = 260
SECOND_LINE_PIXELS = 16
MOST_TICKS = {Axis.RELEASE: 26, Axis.TIME: 9}
MOST_POINTS_WITH_INTERVALS = 60
"""With more points the intervals would hide the lines; the table has the intervals."""
OFFSET = 0.12
"""How far apart the treatments of a run are drawn, so that their intervals do not hide one another."""
LOGARITHMIC_FROM = 10
"""The ratio of the largest value to the smallest from which on an axis is logarithmic."""


def charts(group: ComparableRuns, series: list[MetricSeries], prefix: str) -> list[Chart]:
    """A chart for each context and metric: costs, then what was measured. Ids begin with the prefix."""
    return [
        draw(f"{prefix}-chart-{number}", title, _drawing(group, chart_series))
        for number, (title, chart_series) in enumerate(series_by_chart(series))
    ]


def series_by_chart(series: list[MetricSeries]) -> Iterator[tuple[str, list[MetricSeries]]]:
    """Series of the same kind, quantity and context, which share a chart, after the title of the chart."""
    groups = grouped(series, lambda member: (member.is_cost, member.quantity, context(member.treatment)))
    has_contexts = len({within for _, _, within in groups}) > 1
    for (_, quantity, within), chart_series in groups.items():
        title = f"{capitalised(quantity.words)}, {_beside(chart_series[0])}"
        yield f"{title} ({within})" if has_contexts else title, chart_series


def _beside(series: MetricSeries) -> str:
    if series.reference is None:
        return series.unit
    label = series.reference.settings.traits.label
    if series.quantity.kind is Kind.DIFFERENCE:
        return f"difference from {label}, {series.quantity.unit}"
    return f"ratio to {label}"


def _drawing(group: ComparableRuns, chart_series: list[MetricSeries]) -> Drawing:
    drawing = panels_below([HEIGHT], axis=TICK_PIXELS + SECOND_LINE_PIXELS)
    (panel,) = drawing.panels
    if _is_logarithmic(chart_series):
        panel.logarithmic("y")
    if chart_series[0].is_cost:
        panel.reference(chart_series[0].quantity.kind.neutral, along="y")
    for number, (series, look) in enumerate(zip(chart_series, looks(chart_series), strict=True)):
        offset = (number - (len(chart_series) - 1) / 2) * OFFSET
        _draw_series(panel, group, series, offset, look)
        _draw_changes(panel, group, series, offset, look)
        drawing.name(short_name(series.treatment), look)
    if not chart_series[0].is_cost and not _is_logarithmic(chart_series):
        panel.from_zero("y")
    _set_axes(panel, group)
    return drawing


def looks(chart_series: list[MetricSeries]) -> list[Look]:
    """The look of each series: treatments with the same semantics share a colour and differ in the dash."""
    return with_dashes(semantics_look(series.treatment) for series in chart_series)


def _draw_series(
    panel: Panel, group: ComparableRuns, series: MetricSeries, offset: float, look: Look
) -> None:
    points = list(series.points.values())
    x, y = [index + offset for index in series.points], [point.median for point in points]
    titles = [_point_text(group, series, index) for index in series.points]
    if len(points) > MOST_POINTS_WITH_INTERVALS:
        panel.markers(x, y, look, titles, size=4, opacity=0.6)
        return
    panel.line(x, y, look, width=1.5)
    panel.intervals(x, [point.ends for point in points], look, along="y", width=1, cap=0)
    panel.markers(x, y, look, titles, size=7)


def _point_text(group: ComparableRuns, series: MetricSeries, index: int) -> str:
    run, point = group.runs[index], series.points[index]
    between = f"\n95% interval {interval(point.low, point.high)}" if point.has_interval else ""
    return (
        f"{short_name(series.treatment)}\n{group.name(run)}, {group.day(run)}\n"
        f"{significant(point.median)} {series.unit}{between}\nn = {point.n}"
    )


def _draw_changes(
    panel: Panel, group: ComparableRuns, series: MetricSeries, offset: float, look: Look
) -> None:
    """A ring around each change point."""
    x = [change.index + offset for change in series.changes]
    y = [series.points[change.index].median for change in series.changes]
    titles = [
        f"change point at {group.name(group.runs[change.index])}\n"
        f"from {significant(change.before)} to {significant(change.after)} {series.unit}"
        for change in series.changes
    ]
    panel.markers(x, y, Look(look.colour, "o"), titles, size=17, is_hollow=True)


def _set_axes(panel: Panel, group: ComparableRuns) -> None:
    indexes, labels = zip(*ticks(group), strict=True)
    panel.ticks("x", indexes, labels, SMALL_FONT)
    panel.limit("x", -0.7, len(group.runs) - 0.3)
    panel.grid("y")


def ticks(group: ComparableRuns) -> Iterator[tuple[int, str]]:
    """Indexes of runs with their labels: releases with the year of the first of a year, or days and times."""
    step = -(-len(group.runs) // MOST_TICKS[group.axis])
    features = [".".join(map(str, feature_of(run.release))) for run in group.runs]
    years = {""}
    for index, run in list(enumerate(group.runs))[::step]:
        day = group.day(run)
        if group.axis is Axis.TIME:
            yield index, f"{run.created:%H:%M}" if day in years else day
            years.add(day)
        else:
            label = features[index] if features.count(features[index]) == 1 else run.release
            yield index, label if day[:4] in years else f"{label}\n{day[:4]}"
            years.add(day[:4])


def _is_logarithmic(chart_series: list[MetricSeries]) -> bool:
    """A ratio's axis is logarithmic, so that a half and a double are equally far from 1."""
    if chart_series[0].is_cost:
        return chart_series[0].quantity.kind is Kind.RATIO
    values = [point.median for series in chart_series for point in series.points.values()]
    return min(values) > 0 and max(values) >= LOGARITHMIC_FROM * min(values)
