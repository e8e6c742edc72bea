"""Charts of a history: a line for each treatment over releases or time, with marked change points."""

from collections.abc import Iterator

from include.kinds.grouping import grouped
from include.machine.releases.versions import feature_of
from include.report.cost_differences import beside
from include.report.history.comparable_runs import Axis, ComparableRuns
from include.report.history.series import MetricSeries
from include.report.pages.chart_layout import Chart
from include.report.pages.estimate_text import interval_line
from include.report.pages.palette import Look, with_dashes
from include.report.pages.series_chart import ChartSeries, Point, SeriesPanel, series_chart
from include.report.pages.wording import capitalised, significant
from include.report.treatments.names import context, semantics_look, short_name
from include.verdicts.comparison.samples import Kind

HEIGHT = 260
MOST_TICKS = {Axis.RELEASE: 26, Axis.TIME: 9}
MOST_POINTS_WITH_INTERVALS = 60
"""The maximum number of points of a line with intervals. More intervals would hide the lines; the table has
all intervals."""
OFFSET = 0.12
"""The horizontal distance between the markers of a run's treatments, so that their intervals do not hide one
another."""
LOGARITHMIC_FROM = 10
"""The axis is logarithmic if the largest value divided by the smallest value is at least this number."""


def charts(group: ComparableRuns, series: list[MetricSeries], prefix: str) -> list[Chart]:
    """A chart for each context and metric, cost charts first. The ids of charts begin with ``prefix``."""
    return [
        series_chart(
            f"{prefix}-chart-{number}",
            title,
            [_panel(group, chart_series)],
            HEIGHT,
            logarithmic=("y",) if _is_logarithmic(chart_series) else (),
        )
        for number, (title, chart_series) in enumerate(series_by_chart(series))
    ]


def series_by_chart(series: list[MetricSeries]) -> Iterator[tuple[str, list[MetricSeries]]]:
    """Yield the title and the series of each chart.

    The series of a chart are costs or measured values of one quantity in one context.
    """
    groups = grouped(series, lambda member: (member.is_cost, member.quantity, context(member.treatment)))
    has_contexts = len({within for _, _, within in groups}) > 1
    for (_, quantity, within), chart_series in groups.items():
        reference = chart_series[0].reference
        shown = beside(reference, quantity) if reference else chart_series[0].unit
        title = f"{capitalised(quantity.words)}, {shown}"
        yield f"{title} ({within})" if has_contexts else title, chart_series


def _panel(group: ComparableRuns, chart_series: list[MetricSeries]) -> SeriesPanel:
    panel_series = []
    for number, (series, look) in enumerate(zip(chart_series, looks(chart_series), strict=True)):
        offset = (number - (len(chart_series) - 1) / 2) * OFFSET
        panel_series += [_line(group, series, offset, look), _rings(group, series, offset, look)]
    return SeriesPanel(
        panel_series,
        ticks=dict(ticks(group)),
        limits=(-0.7, len(group.runs) - 0.3),
        reference=chart_series[0].quantity.kind.neutral if chart_series[0].is_cost else None,
    )


def looks(chart_series: list[MetricSeries]) -> list[Look]:
    """The look of each series: treatments with the same semantics share a colour and differ in dashes."""
    return with_dashes(semantics_look(series.treatment) for series in chart_series)


def _line(group: ComparableRuns, series: MetricSeries, offset: float, look: Look) -> ChartSeries:
    name = short_name(series.treatment)
    points = [
        Point(index + offset, point.median, _point_text(group, series, index), point.ends)
        for index, point in series.points.items()
    ]
    if len(points) > MOST_POINTS_WITH_INTERVALS:
        return ChartSeries(name, look, (), repetitions=points)
    return ChartSeries(name, look, points, size=7, width=1.5)


def _point_text(group: ComparableRuns, series: MetricSeries, index: int) -> str:
    run, point = group.runs[index], series.points[index]
    return (
        f"{short_name(series.treatment)}\n{group.name(run)}, {group.day(run)}\n"
        f"{significant(point.median)} {series.unit}{interval_line(point)}\nn = {point.n}"
    )


def _rings(group: ComparableRuns, series: MetricSeries, offset: float, look: Look) -> ChartSeries:
    rings = [
        Point(
            change.index + offset,
            series.points[change.index].median,
            f"change point at {group.name(group.runs[change.index])}\n"
            f"from {significant(change.before)} to {significant(change.after)} {series.unit}",
            is_hollow=True,
        )
        for change in series.changes
    ]
    return ChartSeries("", Look(look.colour, "o"), rings, size=17, width=0)


def ticks(group: ComparableRuns) -> Iterator[tuple[int, str]]:
    """Yield the index and the label of each tick. The label is a release, a day or a time."""
    step = -(-len(group.runs) // MOST_TICKS[group.axis])
    features = [".".join(map(str, feature_of(run.plan.release))) for run in group.runs]
    years = {""}
    for index, run in list(enumerate(group.runs))[::step]:
        day = group.day(run)
        if group.axis is Axis.TIME:
            yield index, f"{run.plan.created:%H:%M}" if day in years else day
            years.add(day)
        else:
            label = features[index] if features.count(features[index]) == 1 else run.plan.release
            yield index, label if day[:4] in years else f"{label}\n{day[:4]}"
            years.add(day[:4])


def _is_logarithmic(chart_series: list[MetricSeries]) -> bool:
    """Whether the axis of values is logarithmic.

    Ratios, and measured values of a wide range, have a logarithmic axis. On this axis, 1/2 and 2 are equally
    far from 1.
    """
    if chart_series[0].is_cost:
        return chart_series[0].quantity.kind is Kind.RATIO
    values = [point.median for series in chart_series for point in series.points.values()]
    return min(values) > 0 and max(values) >= LOGARITHMIC_FROM * min(values)
