"""The chart of latency against load: a line for each treatment."""

from collections.abc import Iterator, Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from include.rendering.chart import Chart, draw, interval_bars, lay_out, logarithmic_axis, name_each_once
from include.rendering.number_format import NO_BREAK, count, interval, significant
from include.report.sections.frontier.load_panels import LoadLine, LoadPanel, LoadPoint

PANEL_PIXELS, TITLE_PIXELS, LEGEND_PIXELS, AXIS_PIXELS = 340, 34, 56, 64

BESIDE = 0.07
"""How far beside each other the points of two lines are drawn, as a part of the distance between two shares,
so that their intervals do not hide each other."""

CAPTION = "Median end-to-end latency, ms, logarithmic, by the share of the common capacity"

INTRODUCTION = (
    "Markers are medians over the valid cells, and bars are their 95% intervals. At each share all "
    "treatments have the same rate, and their markers stand beside each other to be seen. At an open marker "
    "the rate was not held in every cell, so that a queue grew there."
)


def frontier_chart(panels: Sequence[LoadPanel]) -> Chart:
    """A panel for each common capacity."""
    return draw("chart-frontier", CAPTION, frontier_figure(panels))


def frontier_figure(panels: Sequence[LoadPanel]) -> go.Figure:
    """The figure of the chart."""
    several = len(panels) > 1
    height = len(panels) * (PANEL_PIXELS + TITLE_PIXELS * several) + LEGEND_PIXELS + AXIS_PIXELS
    figure = make_subplots(
        rows=len(panels),
        subplot_titles=[panel.context for panel in panels] if several else None,
        vertical_spacing=(TITLE_PIXELS + AXIS_PIXELS) / height if several else 0,
    )
    for row, panel in enumerate(panels, start=1):
        for trace in _traces(panel):
            figure.add_trace(trace, row=row, col=1)
        figure.update_xaxes(row=row, col=1, **_shares(panel))
        figure.update_yaxes(row=row, col=1, **logarithmic_axis(_latencies(panel)))
    _lay_out(figure, height)
    return figure


def _traces(panel: LoadPanel) -> Iterator[go.Scatter]:
    drawn = [line for line in panel.lines if line.points]
    for number, line in enumerate(drawn):
        yield _trace(panel, line, BESIDE * (number - (len(drawn) - 1) / 2))


def _trace(panel: LoadPanel, line: LoadLine, beside: float) -> go.Scatter:
    places = {share: place for place, share in enumerate(panel.rates)}
    latencies = [point.latency for point in line.points]
    symbol, colour = line.look.symbol, line.look.colour
    return go.Scatter(
        x=[places[point.percent] + beside for point in line.points],
        y=[latency.median for latency in latencies],
        name=line.name,
        legendgroup=line.name,
        mode="lines+markers",
        line={"color": colour, "width": 2, "dash": line.look.dash},
        marker={
            "color": colour,
            "symbol": [f"{symbol}-open" if point.missed else symbol for point in line.points],
            "size": 9,
            "line": {"width": 2, "color": colour},
        },
        error_y=interval_bars(latencies, colour, thickness=1.5, width=4),
        text=[_text(line, point) for point in line.points],
        hovertemplate="%{text}<extra></extra>",
    )


def _text(line: LoadLine, point: LoadPoint) -> str:
    latency, missed = point.latency, point.missed
    between = f"<br>95% interval {interval(latency.low, latency.high)}" if latency.has_interval else ""
    not_held = f"<br>rate not held in {missed} of {latency.n} cells" if missed else ""
    return (
        f"{line.name}, {count(point.rate.median)} messages/s<br>median {significant(latency.median)} ms"
        f"{between}<br>n = {latency.n}{not_held}"
    )


def _shares(panel: LoadPanel) -> dict[str, object]:
    """The attributes of the axis of shares: at equal distances, so that the ticks have room for the rates."""
    ticks = [f"{share:g}{NO_BREAK}%<br>{count(rate)}/s" for share, rate in panel.rates.items()]
    places = list(range(len(ticks)))
    return {"tickvals": places, "ticktext": ticks, "tickangle": 0, "range": [-0.5, len(ticks) - 0.5]}


def _latencies(panel: LoadPanel) -> list[float]:
    """What the axis of latencies must show: medians and the ends of intervals, above zero."""
    shown = [
        value
        for line in panel.lines
        for point in line.points
        for value in (point.latency.median, point.latency.low, point.latency.high)
    ]
    return [value for value in shown if value is not None and value > 0]


def _lay_out(figure: go.Figure, height: int) -> None:
    name_each_once(figure)
    legend = {"orientation": "h", "x": 0, "y": 1 + 16 / height, "yanchor": "bottom", "itemwidth": 56}
    lay_out(figure, height, top=LEGEND_PIXELS, bottom=AXIS_PIXELS, legend=legend)
    for update in (figure.update_xaxes, figure.update_yaxes):
        update(fixedrange=True, automargin=True, zeroline=False, showgrid=True)
    figure.update_annotations(x=0, xanchor="left", font={"size": 13})
