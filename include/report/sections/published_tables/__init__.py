"""Tables beside published figures, with everything in which the run departs from the published one."""

from include.rendering.blocks import Items, Paragraph, paragraphs
from include.report.measured_run import MeasuredRun
from include.report.published import read_published
from include.report.published_departures import departures
from include.report.sections.published_tables.tables import published_tables
from include.report.sections.published_tables.unexercised import unexercised
from include.report.sections.record import Question, ReportSection, SectionRecord

DEPARTURES = (
    "The published figures serve for a rough comparison only: this run departs from the published "
    "experiment. In this run:"
)


def applies(run: MeasuredRun) -> bool:
    """Whether the experiment names published figures."""
    return run.plan.experiment.published is not None


def build(run: MeasuredRun) -> ReportSection:
    """Build the section.

    Raises:
        PublishedError: the experiment names published figures that do not exist.
    """
    published = read_published(run.plan.experiment.published or "")
    return ReportSection(
        "tables",
        "Tables 1–4",  # noqa: RUF001 - a range
        [
            Paragraph(f"{published.source} {DEPARTURES}"),
            Items(departures(run, published)),
            *paragraphs(unexercised(published)),
            *published_tables(run, published),
        ],
    )


RECORD = SectionRecord("published_tables", applies, build, Question.COST)
