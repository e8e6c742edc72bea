"""The chart of latency against load: a line for each treatment."""

from collections.abc import Sequence

from include.rendering.chart import Chart, draw
from include.rendering.drawing import TICK_PIXELS, Drawing, panels_below
from include.rendering.number_format import NO_BREAK, count, interval, significant
from include.rendering.panel import Panel, interval_ends
from include.report.sections.frontier.load_panels import LoadLine, LoadPanel, LoadPoint

PANEL_PIXELS = 340
SECOND_LINE_PIXELS = 16

BESIDE = 0.07
"""How far beside each other the points of two lines are drawn, as a part of the distance between two shares,
so that their intervals do not hide each other."""

CAPTION = "Median end-to-end latency, ms, logarithmic, by the share of the common capacity"

HOW_TO_READ = (
    "Markers are medians over the valid cells, and bars are their 95% intervals. At each share all "
    "treatments have the same rate, and their markers stand beside each other to be seen. At an open marker "
    "the rate was not held in every cell, so that a queue grew there."
)


def frontier_chart(panels: Sequence[LoadPanel]) -> Chart:
    """A panel for each common capacity."""
    return draw("chart-frontier", CAPTION, frontier_drawing(panels))


def frontier_drawing(panels: Sequence[LoadPanel]) -> Drawing:
    """The drawing of the chart."""
    titles = [panel.context for panel in panels] if len(panels) > 1 else []
    heights = [PANEL_PIXELS] * len(panels)
    drawing = panels_below(heights, titles, axis=TICK_PIXELS + SECOND_LINE_PIXELS, shares_axis=False)
    for own, panel in zip(drawing.panels, panels, strict=True):
        own.logarithmic("y")
        own.grid("x", "y")
        _set_shares(own, panel)
        drawn = [line for line in panel.lines if line.points]
        for number, line in enumerate(drawn):
            _draw_line(own, panel, line, BESIDE * (number - (len(drawn) - 1) / 2))
            drawing.name(line.name, line.look)
    return drawing


def _draw_line(own: Panel, panel: LoadPanel, line: LoadLine, beside: float) -> None:
    places = {share: place for place, share in enumerate(panel.rates)}
    x = [places[point.percent] + beside for point in line.points]
    latencies = [point.latency for point in line.points]
    own.line(x, [latency.median for latency in latencies], line.look)
    own.intervals(x, interval_ends(latencies), line.look, along="y", width=1.5, cap=4)
    for place, point in zip(x, line.points, strict=True):
        title = _text(line, point)
        own.markers([place], [point.latency.median], line.look, [title], is_hollow=point.missed > 0)


def _text(line: LoadLine, point: LoadPoint) -> str:
    latency, missed = point.latency, point.missed
    between = f"\n95% interval {interval(latency.low, latency.high)}" if latency.has_interval else ""
    not_held = f"\nrate not held in {missed} of {latency.n} cells" if missed else ""
    return (
        f"{line.name}, {count(point.rate.median)} messages/s\nmedian {significant(latency.median)} ms"
        f"{between}\nn = {latency.n}{not_held}"
    )


def _set_shares(own: Panel, panel: LoadPanel) -> None:
    """The axis of shares: at equal distances, so that the ticks have room for the rates."""
    ticks = [f"{share:g}{NO_BREAK}%\n{count(rate)}/s" for share, rate in panel.rates.items()]
    own.ticks("x", range(len(ticks)), ticks)
    own.limit("x", -0.5, len(ticks) - 0.5)
