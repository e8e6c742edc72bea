"""How latency grows with load: each treatment's capacity, and its latency at shares of the lowest one."""

from include.rendering.blocks import Charts, with_rows
from include.report.measured_run import MeasuredRun
from include.report.sections.frontier.frontier_chart import HOW_TO_READ, frontier_chart
from include.report.sections.frontier.frontier_table import frontier_table
from include.report.sections.frontier.load_panels import LoadPanel, load_panels
from include.report.sections.frontier.sentences import capacity_paragraph
from include.report.sections.record import Question, ReportSection, SectionRecord


def applies(run: MeasuredRun) -> bool:
    """Whether the load of a treatment that was measured is a share of the capacity."""
    return bool(load_panels(run))


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    panels = load_panels(run)
    return ReportSection(
        id="frontier",
        title="Capacity, and latency below it",
        blocks=with_rows(frontier_table(panels)),
        answer=[capacity_paragraph(panel) for panel in panels if panel.capacities],
        evidence=[Charts([frontier_chart(panels)], HOW_TO_READ)] if _has_points(panels) else [],
    )


def _has_points(panels: list[LoadPanel]) -> bool:
    return any(line.points for panel in panels for line in panel.lines)


RECORD = SectionRecord("frontier", applies, build, Question.COST)
