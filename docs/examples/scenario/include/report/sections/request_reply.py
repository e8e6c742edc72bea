"""How long a reply takes with each semantics, and how many acknowledged requests have no reply."""

from functools import partial

from include.matrix.plan import Treatment
from include.rendering.blocks import paragraphs
from include.rendering.number_format import count, interval, significant
from include.rendering.table import Column, Row, Table
from include.report.measured_run import MeasuredRun
from include.report.sections.record import Question, ReportSection, SectionRecord, of_scenario
from include.report.treatment_tables import TREATMENT, median_with_interval
from include.report.treatments import full_name, row_groups, semantics_look, short_name

NAME = "request_reply"

COLUMNS = (
    TREATMENT,
    Column("median", "reply latency, ms"),
    Column("95% interval", "reply latency, ms"),
    Column("requests without a reply"),
)


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    groups = row_groups(run.plan, partial(_row, run))
    return ReportSection(
        id="request-reply",
        title="Requests and replies",
        blocks=[Table("request-reply-table", "Replies by treatment", COLUMNS, groups)],
        answer=paragraphs(filter(None, (_sentence(run, treatment) for treatment in run.plan.treatments))),
    )


def _row(run: MeasuredRun, treatment: Treatment) -> Row:
    cells = (
        short_name(treatment),
        *median_with_interval(run, treatment, "reply_latency"),
        count(run.total(treatment.id, "unanswered")),
    )
    return Row(cells, semantics_look(treatment))


def _sentence(run: MeasuredRun, treatment: Treatment) -> str:
    """The latency of a treatment with its interval; empty where there is no interval."""
    found = run.estimate(treatment.id, "reply_latency")
    if found is None or found.low is None:
        return ""
    latency = f"{significant(found.median)} ms ({interval(found.low, found.high)})"
    unanswered = count(run.total(treatment.id, "unanswered"))
    return (
        f"With {full_name(treatment)}, half of the replies arrive within {latency}; acknowledged requests "
        f"without a reply: {unanswered}."
    )


RECORD = SectionRecord(NAME, of_scenario(NAME), build, Question.SCENARIO)
