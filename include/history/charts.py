"""Charts: a quantity along the axis, a line a treatment, change points ringed."""

from collections.abc import Iterator, Sequence

import plotly.graph_objects as go

from include.history.comparable_runs import Axis, Lineage
from include.history.series import Series
from include.releases.versions import feature_of
from include.rendering.chart import Chart, draw, logarithmic_ticks, plain
from include.rendering.number_format import interval, significant
from include.rendering.palette import NEUTRAL, Look, with_dash
from include.report.sections.cost.cost import BASELINE, Quantity
from include.report.treatments import context, semantics_look, short_name

HEIGHT = 330
MOST_TICKS = {Axis.RELEASE: 26, Axis.TIME: 9}
MOST_BARS = 60
"""Of more points than these, intervals would hide the lines; the table has them."""
APART = 0.12
"""How far apart treatments are drawn at a release, so that their intervals don't hide each other."""
RATIOS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 20, 50, 100)
"""Where a ratio's axis is marked."""
WIDE = 10
"""Times the smallest value from which on an axis is logarithmic."""


def charts(lineage: Lineage, series: list[Series], prefix: str) -> list[Chart]:
    """A chart for each context and quantity: costs, then what was measured. Ids begin with the prefix."""
    return [
        draw(f"{prefix}-chart-{number}", title, _figure(lineage, together))
        for number, (title, together) in enumerate(by_chart(series))
    ]


def by_chart(series: list[Series]) -> Iterator[tuple[str, list[Series]]]:
    """Series that are drawn together, of the same kind, quantity and context; with what they are of."""
    together: dict[tuple[bool, Quantity, str], list[Series]] = {}
    for one in series:
        together.setdefault((one.is_cost, one.quantity, context(one.treatment)), []).append(one)
    several = len({within for _, _, within in together}) > 1
    for (is_cost, quantity, within), alike in together.items():
        words = quantity.words[0].upper() + quantity.words[1:]
        what = f"{words}, ratio to {BASELINE}" if is_cost else f"{words}, {quantity.unit}"
        yield f"{what} ({within})" if several else what, alike


def _figure(lineage: Lineage, together: list[Series]) -> go.Figure:
    figure = go.Figure()
    if together[0].is_cost:
        figure.add_hline(y=1, line={"color": NEUTRAL.colour, "width": 1, "dash": "dot"})
    for number, (one, look) in enumerate(zip(together, looks(together), strict=True)):
        aside = (number - (len(together) - 1) / 2) * APART
        figure.add_trace(_line(lineage, one, aside, look))
        if one.changes:
            figure.add_trace(_rings(lineage, one, aside, look))
    _lay_out(figure, lineage)
    _scale(figure, together)
    return figure


def _line(lineage: Lineage, series: Series, aside: float, look: Look) -> go.Scatter:
    is_dense = len(series.points) > MOST_BARS
    return go.Scatter(
        x=[place + aside for place in series.points],
        y=[point.median for point in series.points.values()],
        name=short_name(series.treatment),
        mode="markers" if is_dense else "lines+markers",
        line={"color": look.colour, "width": 1.5, "dash": look.dash},
        marker={
            "color": look.colour,
            "symbol": look.symbol,
            "size": 4 if is_dense else 7,
            "opacity": 0.6 if is_dense else 1,
        },
        error_y={"visible": False} if is_dense else _bars(series, look.colour),
        text=[_told(lineage, series, place) for place in series.points],
        hovertemplate="%{text}<extra></extra>",
    )


def looks(together: list[Series]) -> list[Look]:
    """The look of each series: treatments with the same semantics share a colour and differ in the dash."""
    found: list[Look] = []
    for one in together:
        own = semantics_look(one.treatment)
        found.append(with_dash(own, sum(look.colour == own.colour for look in found)))
    return found


def _bars(series: Series, colour: str) -> dict[str, object]:
    """Error bars of all points; where a point has no interval, none."""
    above = [point.high - point.median if point.high is not None else 0 for point in series.points.values()]
    below = [point.median - point.low if point.low is not None else 0 for point in series.points.values()]
    return {
        "array": above,
        "arrayminus": below,
        "symmetric": False,
        "color": colour,
        "thickness": 1,
        "width": 0,
    }


def _told(lineage: Lineage, series: Series, place: int) -> str:
    run, point = lineage.runs[place], series.points[place]
    between = f"<br>95% interval {interval(point.low, point.high)}" if point.has_interval else ""
    return (
        f"{short_name(series.treatment)}<br>{lineage.name(run)}, {lineage.day(run)}<br>"
        f"{significant(point.median)} {series.unit}{between}<br>n = {point.n}"
    )


def _rings(lineage: Lineage, series: Series, aside: float, look: Look) -> go.Scatter:
    changes = series.changes
    return go.Scatter(
        x=[change.place + aside for change in changes],
        y=[series.points[change.place].median for change in changes],
        mode="markers",
        marker=_ring(look.colour),
        text=[
            f"change point at {lineage.name(lineage.runs[change.place])}<br>"
            f"from {significant(change.before)} to {significant(change.after)} {series.unit}"
            for change in changes
        ],
        hovertemplate="%{text}<extra></extra>",
        showlegend=False,
    )


def _ring(colour: str) -> dict[str, object]:
    return {"color": colour, "symbol": "circle-open", "size": 17, "line": {"width": 2, "color": colour}}


def _lay_out(figure: go.Figure, lineage: Lineage) -> None:
    plain(
        figure,
        height=HEIGHT,
        margin={"l": 10, "r": 16, "t": 34, "b": 44},
        font={"family": "system-ui, sans-serif", "size": 12},
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        showlegend=True,
    )
    places, texts = zip(*ticks(lineage), strict=True)
    figure.update_xaxes(
        fixedrange=True,
        zeroline=False,
        showgrid=False,
        tickvals=places,
        ticktext=texts,
        tickangle=0,
        tickfont={"size": 11},
        range=[-0.7, len(lineage.runs) - 0.3],
    )
    figure.update_yaxes(fixedrange=True, automargin=True, zeroline=False, showgrid=True, nticks=6)


def ticks(lineage: Lineage) -> Iterator[tuple[int, str]]:
    """Places and labels: releases, with the year below where one begins; or days, and times within one."""
    every = -(-len(lineage.runs) // MOST_TICKS[lineage.axis])
    features = [".".join(map(str, feature_of(run.release))) for run in lineage.runs]
    seen = {""}
    for place, run in list(enumerate(lineage.runs))[::every]:
        day = lineage.day(run)
        if lineage.axis is Axis.TIME:
            yield place, f"{run.created:%H:%M}" if day in seen else day
            seen.add(day)
        else:
            label = features[place] if features.count(features[place]) == 1 else run.release
            yield place, label if day[:4] in seen else f"{label}<br>{day[:4]}"
            seen.add(day[:4])


def _scale(figure: go.Figure, together: list[Series]) -> None:
    """Half and double of at-least-once's are equally far from it."""
    values = [point.median for one in together for point in one.points.values()]
    if together[0].is_cost:
        _logarithmic(figure, RATIOS)
    elif min(values) > 0 and max(values) >= WIDE * min(values):
        _logarithmic(figure, logarithmic_ticks(values))
    else:
        figure.update_yaxes(rangemode="tozero")


def _logarithmic(figure: go.Figure, marks: Sequence[float]) -> None:
    figure.update_yaxes(type="log", tickvals=marks, ticktext=[f"{mark:,.7g}" for mark in marks])
