"""What each guarantee costs: the answer, and the differences from the reference with their intervals."""

from collections.abc import Sequence

from include.rendering.blocks import Block, Charts, with_rows
from include.rendering.chart import Chart
from include.report.cost_differences import cost_differences
from include.report.cost_wording import compared
from include.report.measured_run import MeasuredRun
from include.report.sections.cost.cost_charts import HOW_TO_READ, cost_charts
from include.report.sections.cost.cost_table import cost_table
from include.report.sections.cost.sentences import cost_paragraphs
from include.report.sections.record import Question, ReportSection, SectionRecord

FIRST_CHARTS = 2
"""How many charts stand in the answer: those of the throughput, and of the latency."""


def applies(run: MeasuredRun) -> bool:
    """Whether a treatment was measured that is on no ladder of rates: the section ``frontier`` has those."""
    return not all(one.is_on_ladder for one in run.plan.treatments)


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    found = cost_differences(run)
    elsewhere = [one for one in found if one.treatment.is_on_ladder]
    found = [one for one in found if not one.treatment.is_on_ladder]
    charts = cost_charts(run, found)
    return ReportSection(
        id="costs",
        title="Costs",
        blocks=[*_charts(charts[FIRST_CHARTS:]), *with_rows(cost_table(run.plan, found))],
        answer=cost_paragraphs(found, len(compared(elsewhere))),
        evidence=_charts(charts[:FIRST_CHARTS]),
    )


def _charts(charts: Sequence[Chart]) -> list[Block]:
    return [Charts(charts, HOW_TO_READ)] if charts else []


RECORD = SectionRecord("cost", applies, build, Question.COST)
