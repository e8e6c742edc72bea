"""Which rates each treatment holds, and how its latency grows with the rate."""

from include.rendering.blocks import Block, Charts, with_rows
from include.report.cost_differences import cost_differences
from include.report.cost_wording import compared
from include.report.measured_run import MeasuredRun
from include.report.sections.frontier.frontier_chart import HOW_TO_READ, frontier_chart
from include.report.sections.frontier.ladders import Ladder, ladders
from include.report.sections.frontier.sentences import capacity_paragraph, latency_paragraphs
from include.report.sections.frontier.tables import capacity_table, rate_table
from include.report.sections.record import Question, ReportSection, SectionRecord


def applies(run: MeasuredRun) -> bool:
    """Whether a treatment was measured that is on a ladder of rates."""
    return bool(ladders(run))


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    found = ladders(run)
    elsewhere = [one for one in cost_differences(run) if not one.treatment.is_on_ladder]
    return ReportSection(
        id="frontier",
        title="Capacity, and latency below it",
        blocks=[*with_rows(capacity_table(found)), *with_rows(rate_table(found))],
        answer=[*map(capacity_paragraph, found), *latency_paragraphs(found, len(compared(elsewhere)))],
        evidence=_chart(found),
    )


def _chart(found: list[Ladder]) -> list[Block]:
    has_points = any(rung.latency for ladder in found for line in ladder.lines for rung in line.rungs)
    return [Charts([frontier_chart(found)], HOW_TO_READ)] if has_points else []


RECORD = SectionRecord("frontier", applies, build, Question.COST)
