"""Transactions: requested and achieved times, messages per transaction, and commit latencies."""

from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, number
from include.report.pages.wording import count
from include.report.sections.section import ReportSection, SectionRecord, section
from include.report.treatment_table import median_and_interval, median_column, treatment_table

NOTE = (
    "The achieved transaction time is the time from the start of a transaction to the commit call; the "
    "commit latency is the time from this call to its return. Both times, and the messages per transaction, "
    "are medians over the committed transactions of a cell after its lead-in, and then over the valid cells. "
    "The number of all transactions is that of the measured cells, including aborted transactions and "
    "transactions of the lead-in."
)


def _build(run: MeasuredRun) -> ReportSection:
    time, commit = "transaction time, ms", "commit latency, ms"
    columns: list[ItemColumn[Treatment]] = [
        number("requested", lambda treatment: count(treatment.traits.delivery.transaction_ms), time),
        *median_and_interval(run, "transaction_time", "achieved", time),
        median_column(run, "transaction_size", "messages per transaction"),
        *median_and_interval(run, "commit_latency", "median", commit),
        number("all transactions", lambda treatment: count(run.total(treatment.id, "transactions"))),
    ]
    caption = "Transactions, as requested and as achieved"
    table = treatment_table(run, "transactions-table", caption, columns, [NOTE], _is_transactional)
    return section("transactions", "Transactions", table)


def _is_transactional(treatment: Treatment) -> bool:
    return treatment.traits.delivery.is_transactional


RECORD = SectionRecord("transactions", lambda run: any(map(_is_transactional, run.plan.treatments)), _build)
