"""The chart of latency against rate: a line for each treatment."""

from collections.abc import Sequence

from include.rendering.chart import Chart, draw
from include.rendering.drawing import TICK_PIXELS, Drawing, panels_below
from include.rendering.number_format import count, interval, significant
from include.rendering.panel import Panel, interval_ends
from include.report.sections.frontier.ladders import Ladder, Line, Rung

PANEL_PIXELS = 380
AXIS_NAME_PIXELS = 22

BESIDE = 1.02
"""The factor by which the points of two neighbouring lines are drawn apart, so that their intervals do not
hide each other."""

MARGIN = 1.25
"""The factor by which the axis extends beyond the lowest and the highest rate."""

CAPTION = "Median end-to-end latency, ms, by the rate; both logarithmic"

HOW_TO_READ = (
    "Markers are medians over the valid cells, and bars are their 95% intervals. Markers of treatments at "
    "the same rate stand beside each other to be seen. At an open marker the rate is held in half of the "
    "valid cells at most: where a queue grows, the latency depends on how long a cell lasts."
)


def frontier_chart(ladders: Sequence[Ladder]) -> Chart:
    """A panel for each ladder."""
    return draw("chart-frontier", CAPTION, frontier_drawing(ladders))


def frontier_drawing(ladders: Sequence[Ladder]) -> Drawing:
    """The drawing of the chart."""
    titles = [ladder.context for ladder in ladders] if len(ladders) > 1 else []
    heights = [PANEL_PIXELS] * len(ladders)
    drawing = panels_below(heights, titles, axis=TICK_PIXELS + AXIS_NAME_PIXELS, shares_axis=False)
    for panel, ladder in zip(drawing.panels, ladders, strict=True):
        _set_axes(panel, ladder)
        drawn = [line for line in ladder.lines if any(rung.latency for rung in line.rungs)]
        for number, line in enumerate(drawn):
            _draw_line(panel, line, BESIDE ** (number - (len(drawn) - 1) / 2))
            drawing.name(line.name, line.look)
    return drawing


def _set_axes(panel: Panel, ladder: Ladder) -> None:
    panel.logarithmic("x")
    panel.logarithmic("y")
    panel.grid("x", "y")
    rates = ladder.rates
    panel.ticks("x", rates, [count(rate) for rate in rates])
    panel.limit("x", rates[0] / MARGIN, rates[-1] * MARGIN)
    panel.name_axis("messages/s")


def _draw_line(panel: Panel, line: Line, beside: float) -> None:
    points = [(rung, rung.latency) for rung in line.rungs if rung.latency]
    x = [rung.rate * beside for rung, _ in points]
    latencies = [latency for _, latency in points]
    panel.line(x, [latency.median for latency in latencies], line.look)
    panel.intervals(x, interval_ends(latencies), line.look, along="y", width=1.5, cap=4)
    for place, (rung, latency) in zip(x, points, strict=True):
        title = _text(line, rung)
        panel.markers([place], [latency.median], line.look, [title], is_hollow=not rung.is_held)


def _text(line: Line, rung: Rung) -> str:
    latency = rung.latency
    if latency is None:
        return line.name
    between = f"\n95% interval {interval(latency.low, latency.high)}" if latency.has_interval else ""
    return (
        f"{line.name}, {count(rung.rate)} messages/s\nmedian {significant(latency.median)} ms{between}\n"
        f"held in {rung.held} of {len(rung.cells)} blocks"
    )
