"""Which rates each treatment holds, and how its latency grows with the rate."""

from collections.abc import Sequence

from include.rendering.blocks import Block, Charts, with_rows
from include.rendering.chart import Chart, draw
from include.rendering.drawing import AXIS_NAME_PIXELS, TICK_PIXELS, Drawing, panels_below
from include.rendering.number_format import count, significant
from include.rendering.panel import Panel, interval_ends
from include.report.cost_differences import cost_differences
from include.report.cost_wording import compared
from include.report.measured_run import MeasuredRun
from include.report.sections.frontier.ladders import Ladder, Line, Rung, ladders
from include.report.sections.frontier.sentences import capacity_paragraph, latency_paragraphs
from include.report.sections.frontier.tables import capacity_table, rate_table
from include.report.sections.record import Question, ReportSection, SectionRecord
from include.report.series import interval_line

PANEL_PIXELS = 380

BESIDE = 1.02
"""The factor between the horizontal positions of points of two treatments at the same rate: without it, their
intervals would hide each other."""

MARGIN = 1.25
"""The factor by which the axis extends beyond the lowest and the highest rate."""

CAPTION = "Median end-to-end latency, ms, by the rate; both logarithmic"

HOW_TO_READ = (
    "Markers are medians over the valid cells, and bars are their 95% intervals. Markers of treatments at "
    "the same rate stand beside each other to be seen. At an open marker the rate is held in half of the "
    "valid cells at most: where a queue grows, the latency depends on how long a cell lasts."
)


def _build(run: MeasuredRun) -> ReportSection:
    all_ladders = ladders(run)
    elsewhere = [cost for cost in cost_differences(run) if not cost.treatment.is_on_ladder]
    return ReportSection(
        id="frontier",
        title="Capacity, and latency below it",
        blocks=[*with_rows(capacity_table(all_ladders)), *with_rows(rate_table(all_ladders))],
        answer=[
            *map(capacity_paragraph, all_ladders),
            *latency_paragraphs(all_ladders, len(compared(elsewhere))),
        ],
        evidence=_chart(all_ladders),
    )


def _chart(all_ladders: list[Ladder]) -> list[Block]:
    has_points = any(rung.latency for ladder in all_ladders for line in ladder.lines for rung in line.rungs)
    return [Charts([frontier_chart(all_ladders)], HOW_TO_READ)] if has_points else []


def frontier_chart(ladders: Sequence[Ladder]) -> Chart:
    """A panel for each ladder."""
    return draw("chart-frontier", CAPTION, _drawing(ladders))


def _drawing(ladders: Sequence[Ladder]) -> Drawing:
    titles = [ladder.context for ladder in ladders] if len(ladders) > 1 else []
    heights = [PANEL_PIXELS] * len(ladders)
    drawing = panels_below(heights, titles, axis=TICK_PIXELS + AXIS_NAME_PIXELS, shares_axis=False)
    for panel, ladder in zip(drawing.panels, ladders, strict=True):
        _set_axes(panel, ladder)
        lines = [line for line in ladder.lines if any(rung.latency for rung in line.rungs)]
        for number, line in enumerate(lines):
            _draw_line(panel, line, BESIDE ** (number - (len(lines) - 1) / 2))
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
    return (
        f"{line.name}, {count(rung.rate)} messages/s\n"
        f"median {significant(latency.median)} ms{interval_line(latency)}\n"
        f"held in {rung.held} of {len(rung.cells)} blocks"
    )


RECORD = SectionRecord("frontier", lambda run: bool(ladders(run)), _build, Question.COST)
