"""What exactly-once costs: the answer, its ratios, and the tables of the thesis."""

from include.rendering.blocks import Paragraph, paragraphs, with_rows
from include.report.measured_run import MeasuredRun
from include.report.published import PublishedFigures, departures, read_published
from include.report.sections.cost.comparisons import cost_table
from include.report.sections.cost.sentences import best_medians, cost_paragraphs
from include.report.sections.cost.thesis_tables import thesis_tables
from include.report.sections.record import Question, ReportSection, SectionRecord, always


def build(run: MeasuredRun) -> ReportSection:
    """Build the section.

    Raises:
        PublishedError: the experiment names published figures that do not exist.
    """
    published = read_published(run.plan.experiment.published)
    source = [Paragraph(_published_text(run, published))] if published else []
    return ReportSection(
        id="tables",
        title="Tables 1–4",  # noqa: RUF001 - a range
        blocks=[*source, *thesis_tables(run, published)],
        answer=[*cost_paragraphs(run), *paragraphs(best_medians(run))],
        evidence=with_rows(cost_table(run)),
    )


def _published_text(run: MeasuredRun, published: PublishedFigures) -> str:
    differing = departures(run.plan)
    if not differing:
        return published.source
    return (
        f"{published.source} The published figures are indicative only: this run differs from that "
        f"experiment in {'; '.join(differing)}."
    )


RECORD = SectionRecord("cost", always, build, Question.COST)
