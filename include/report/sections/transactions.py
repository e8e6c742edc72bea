"""The transactions: the requested and the achieved transaction times, their sizes and commit latencies."""

from functools import partial

from include.matrix.plan import Treatment
from include.rendering.number_format import count
from include.rendering.table import Column, Row, Table
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord
from include.report.treatment_tables import TREATMENT, median_with_interval
from include.report.treatments import is_transactional, row_groups, semantics_look, short_name, transaction_ms

COLUMNS = (
    TREATMENT,
    Column("requested", "transaction time, ms"),
    Column("achieved", "transaction time, ms"),
    Column("95% interval", "transaction time, ms"),
    Column("messages per transaction"),
    Column("median", "commit latency, ms"),
    Column("95% interval", "commit latency, ms"),
    Column("all transactions"),
)

NOTE = (
    "The achieved transaction time is from the start of a transaction to the commit call, and the commit "
    "latency from that call to its return. Both, and the messages per transaction, are medians over the "
    "committed transactions of a cell after its lead-in, and then over the valid cells. The number of all "
    "transactions is that of the measured cells, aborted ones and those of the lead-in included."
)


def applies(run: MeasuredRun) -> bool:
    """Whether any treatment uses transactions."""
    return any(map(is_transactional, run.plan.treatments))


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    groups = row_groups(run.plan, partial(_row, run))
    caption = "Transactions, as requested and as achieved"
    table = Table("transactions-table", caption, COLUMNS, groups, (NOTE,))
    return ReportSection("transactions", "Transactions", [table])


def _row(run: MeasuredRun, treatment: Treatment) -> Row | None:
    if not is_transactional(treatment):
        return None
    cells = (
        short_name(treatment),
        count(transaction_ms(treatment)),
        *median_with_interval(run, treatment, "transaction_time"),
        median_with_interval(run, treatment, "transaction_messages")[0],
        *median_with_interval(run, treatment, "commit_latency"),
        count(run.total(treatment.id, "transactions")),
    )
    return Row(cells, semantics_look(treatment))


RECORD = SectionRecord("transactions", applies, build)
