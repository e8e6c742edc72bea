"""How long a reply takes with each semantics, and how many acknowledged requests have no reply."""

from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, number
from include.report.pages.wording import count, interval, significant
from include.report.sections.section import Question, ReportSection, SectionRecord, always, section
from include.report.treatment_table import median_and_interval, treatment_table
from include.report.treatments.names import full_name

LATENCY = "reply_latency"


def _build(run: MeasuredRun) -> ReportSection:
    columns: list[ItemColumn[Treatment]] = [
        *median_and_interval(run, LATENCY, "median", "reply latency, ms"),
        number("requests without a reply", lambda treatment: count(run.total(treatment.id, "unanswered"))),
    ]
    table = treatment_table(run, "request-reply-table", "Replies by treatment", columns)
    answer = filter(None, (_sentence(run, treatment) for treatment in run.plan.treatments))
    return section("request-reply", "Requests and replies", table, answer=answer)


def _sentence(run: MeasuredRun, treatment: Treatment) -> str:
    """The latency of a treatment with its interval; empty where there is no interval."""
    estimate = run.estimate(treatment.id, LATENCY)
    if estimate is None or estimate.low is None:
        return ""
    latency = f"{significant(estimate.median)} ms ({interval(estimate.low, estimate.high)})"
    unanswered = count(run.total(treatment.id, "unanswered"))
    return (
        f"With {full_name(treatment)}, half of the replies arrive within {latency}; acknowledged requests "
        f"without a reply: {unanswered}."
    )


SECTION = SectionRecord("request_reply", always, _build, Question.SCENARIO)
