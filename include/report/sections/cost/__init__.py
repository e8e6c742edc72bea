"""What each guarantee costs: the answer, and the differences from the reference with their intervals."""

from include.rendering.blocks import Charts, with_rows
from include.report.cost_differences import cost_differences
from include.report.measured_run import MeasuredRun
from include.report.sections.cost.cost_charts import INTRODUCTION, cost_charts
from include.report.sections.cost.cost_table import cost_table
from include.report.sections.cost.sentences import cost_paragraphs
from include.report.sections.record import Question, ReportSection, SectionRecord, always


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    found = cost_differences(run)
    charts = cost_charts(found)
    return ReportSection(
        id="costs",
        title="Costs",
        blocks=with_rows(cost_table(run.plan, found)),
        answer=cost_paragraphs(found),
        evidence=[Charts(charts, INTRODUCTION)] if charts else [],
    )


RECORD = SectionRecord("cost", always, build, Question.COST)
