"""Which rates each treatment holds, and how its latency grows with the rate."""

from collections.abc import Sequence

from include.rendering.blocks import Charts, with_rows
from include.rendering.chart import Chart
from include.rendering.number_format import count, significant
from include.report.charts import ChartSeries, Point, SeriesPanel, interval_line, series_chart
from include.report.cost_differences import cost_differences
from include.report.cost_wording import compared
from include.report.measured_run import MeasuredRun
from include.report.sections.frontier.ladders import Ladder, Line, Rung, ladders
from include.report.sections.frontier.sentences import capacity_paragraph, latency_paragraphs
from include.report.sections.frontier.tables import capacity_table, rate_table
from include.report.sections.record import Question, ReportSection, SectionRecord

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
    has_points = any(rung.latency for ladder in all_ladders for line in ladder.lines for rung in line.rungs)
    return ReportSection(
        id="frontier",
        title="Capacity, and latency below it",
        blocks=with_rows(capacity_table(all_ladders), rate_table(all_ladders)),
        answer=[
            *map(capacity_paragraph, all_ladders),
            *latency_paragraphs(all_ladders, len(compared(elsewhere))),
        ],
        evidence=[Charts([frontier_chart(all_ladders)], HOW_TO_READ)] if has_points else [],
    )


def frontier_chart(ladders: Sequence[Ladder]) -> Chart:
    """A panel for each ladder."""
    panels = [_panel(ladder, ladder.context if len(ladders) > 1 else "") for ladder in ladders]
    return series_chart(
        "chart-frontier", CAPTION, panels, PANEL_PIXELS, "messages/s", ("x", "y"), arrangement="apart"
    )


def _panel(ladder: Ladder, title: str) -> SeriesPanel:
    lines = [line for line in ladder.lines if any(rung.latency for rung in line.rungs)]
    series = []
    for number, line in enumerate(lines):
        beside = BESIDE ** (number - (len(lines) - 1) / 2)
        points = [point for rung in line.rungs for point in _points(line, rung, beside)]
        series.append(ChartSeries(line.name, line.look, points))
    ticks = {rate: count(rate) for rate in ladder.rates}
    return SeriesPanel(series, title, ticks, limits=(ladder.rates[0] / MARGIN, ladder.rates[-1] * MARGIN))


def _points(line: Line, rung: Rung, beside: float) -> list[Point]:
    """The point of a treatment at a rate; none where no latency was measured."""
    latency = rung.latency
    if latency is None:
        return []
    title = (
        f"{line.name}, {count(rung.rate)} messages/s\n"
        f"median {significant(latency.median)} ms{interval_line(latency)}\n"
        f"held in {rung.held} of {len(rung.cells)} blocks"
    )
    return [Point(rung.rate * beside, latency.median, title, latency.ends, not rung.is_held)]


RECORD = SectionRecord("frontier", lambda run: bool(ladders(run)), _build, Question.COST)
