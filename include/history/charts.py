"""Charts of series along the axis of a history, with a line for each treatment and marked change points."""

from collections.abc import Iterator

import plotly.graph_objects as go

from include.history.comparable_runs import Axis, ComparableRuns
from include.history.series import MetricSeries
from include.releases.versions import feature_of
from include.rendering.chart import (
    Chart,
    draw,
    interval_bars,
    lay_out,
    logarithmic_axis,
    ticked_logarithmic_axis,
)
from include.rendering.number_format import interval, significant
from include.rendering.palette import NEUTRAL, Look, with_dash
from include.rendering.words import capitalised
from include.report.treatments import context, semantics_look, short_name
from include.verdicts.compared_quantities import Quantity
from include.verdicts.paired_differences import Kind

HEIGHT = 330
MOST_TICKS = {Axis.RELEASE: 26, Axis.TIME: 9}
MOST_POINTS_WITH_INTERVALS = 60
"""With more points the intervals would hide the lines; the table has the intervals."""
OFFSET = 0.12
"""How far apart the treatments of a run are drawn, so that their intervals do not hide one another."""
RATIO_TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 20, 50, 100)
LOGARITHMIC_FROM = 10
"""The ratio of the largest value to the smallest from which on an axis is logarithmic."""


def charts(group: ComparableRuns, series: list[MetricSeries], prefix: str) -> list[Chart]:
    """A chart for each context and metric: costs, then what was measured. Ids begin with the prefix."""
    return [
        draw(f"{prefix}-chart-{number}", title, _figure(group, together))
        for number, (title, together) in enumerate(series_by_chart(series))
    ]


def series_by_chart(series: list[MetricSeries]) -> Iterator[tuple[str, list[MetricSeries]]]:
    """Series of the same kind, quantity and context, which share a chart, after the title of the chart."""
    groups: dict[tuple[bool, Quantity, str], list[MetricSeries]] = {}
    for one in series:
        groups.setdefault((one.is_cost, one.quantity, context(one.treatment)), []).append(one)
    has_contexts = len({within for _, _, within in groups}) > 1
    for (_, quantity, within), together in groups.items():
        title = f"{capitalised(quantity.words)}, {_beside(together[0])}"
        yield f"{title} ({within})" if has_contexts else title, together


def _beside(series: MetricSeries) -> str:
    if series.reference is None:
        return series.unit
    label = series.reference.settings.label
    if series.quantity.kind is Kind.DIFFERENCE:
        return f"difference from {label}, {series.quantity.unit}"
    return f"ratio to {label}"


def _figure(group: ComparableRuns, together: list[MetricSeries]) -> go.Figure:
    figure = go.Figure()
    if together[0].is_cost:
        figure.add_hline(
            y=together[0].quantity.kind.neutral, line={"color": NEUTRAL.colour, "width": 1, "dash": "dot"}
        )
    for number, (one, look) in enumerate(zip(together, looks(together), strict=True)):
        offset = (number - (len(together) - 1) / 2) * OFFSET
        figure.add_trace(_line(group, one, offset, look))
        if one.changes:
            figure.add_trace(_change_markers(group, one, offset, look))
    _lay_out(figure, group)
    figure.update_yaxes(**_scale(together))
    return figure


def looks(together: list[MetricSeries]) -> list[Look]:
    """The look of each series: treatments with the same semantics share a colour and differ in the dash."""
    found: list[Look] = []
    for one in together:
        own = semantics_look(one.treatment)
        found.append(with_dash(own, sum(look.colour == own.colour for look in found)))
    return found


def _line(group: ComparableRuns, series: MetricSeries, offset: float, look: Look) -> go.Scatter:
    points = list(series.points.values())
    is_dense = len(points) > MOST_POINTS_WITH_INTERVALS
    return go.Scatter(
        x=[index + offset for index in series.points],
        y=[point.median for point in points],
        name=short_name(series.treatment),
        mode="markers" if is_dense else "lines+markers",
        line={"color": look.colour, "width": 1.5, "dash": look.dash},
        marker={
            "color": look.colour,
            "symbol": look.symbol,
            "size": 4 if is_dense else 7,
            "opacity": 0.6 if is_dense else 1,
        },
        error_y=interval_bars([] if is_dense else points, look.colour, thickness=1, width=0),
        text=[_point_text(group, series, index) for index in series.points],
        hovertemplate="%{text}<extra></extra>",
    )


def _point_text(group: ComparableRuns, series: MetricSeries, index: int) -> str:
    run, point = group.runs[index], series.points[index]
    between = f"<br>95% interval {interval(point.low, point.high)}" if point.has_interval else ""
    return (
        f"{short_name(series.treatment)}<br>{group.name(run)}, {group.day(run)}<br>"
        f"{significant(point.median)} {series.unit}{between}<br>n = {point.n}"
    )


def _change_markers(group: ComparableRuns, series: MetricSeries, offset: float, look: Look) -> go.Scatter:
    changes = series.changes
    return go.Scatter(
        x=[change.index + offset for change in changes],
        y=[series.points[change.index].median for change in changes],
        mode="markers",
        marker={
            "color": look.colour,
            "symbol": "circle-open",
            "size": 17,
            "line": {"width": 2, "color": look.colour},
        },
        text=[
            f"change point at {group.name(group.runs[change.index])}<br>"
            f"from {significant(change.before)} to {significant(change.after)} {series.unit}"
            for change in changes
        ],
        hovertemplate="%{text}<extra></extra>",
        showlegend=False,
    )


def _lay_out(figure: go.Figure, group: ComparableRuns) -> None:
    legend = {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"}
    lay_out(figure, HEIGHT, top=34, bottom=44, font_size=12, legend=legend, showlegend=True)
    indexes, labels = zip(*ticks(group), strict=True)
    figure.update_xaxes(
        fixedrange=True,
        zeroline=False,
        showgrid=False,
        tickvals=indexes,
        ticktext=labels,
        tickangle=0,
        tickfont={"size": 11},
        range=[-0.7, len(group.runs) - 0.3],
    )
    figure.update_yaxes(fixedrange=True, automargin=True, zeroline=False, showgrid=True, nticks=6)


def ticks(group: ComparableRuns) -> Iterator[tuple[int, str]]:
    """Indexes of runs with their labels: releases with the year of the first of a year, or days and times."""
    step = -(-len(group.runs) // MOST_TICKS[group.axis])
    features = [".".join(map(str, feature_of(run.release))) for run in group.runs]
    shown = {""}
    for index, run in list(enumerate(group.runs))[::step]:
        day = group.day(run)
        if group.axis is Axis.TIME:
            yield index, f"{run.created:%H:%M}" if day in shown else day
            shown.add(day)
        else:
            label = features[index] if features.count(features[index]) == 1 else run.release
            yield index, label if day[:4] in shown else f"{label}<br>{day[:4]}"
            shown.add(day[:4])


def _scale(together: list[MetricSeries]) -> dict[str, object]:
    """A ratio's axis is logarithmic, so that a half and a double are equally far from 1."""
    values = [point.median for one in together for point in one.points.values()]
    if together[0].is_cost:
        is_ratio = together[0].quantity.kind is Kind.RATIO
        return ticked_logarithmic_axis(RATIO_TICKS) if is_ratio else {}
    if min(values) > 0 and max(values) >= LOGARITHMIC_FROM * min(values):
        return logarithmic_axis(values)
    return {"rangemode": "tozero"}
