"""The latency of loads without a fixed rate, beside the queue that it implies."""

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.table import ItemColumn, number
from include.rendering.wording import percent, significant
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord, section
from include.report.tables import treatment_table
from include.report.treatments.metrics import (
    QUEUE_NOTE,
    is_queueing,
    mean_latencies,
    share_of_time,
    waiting_median,
)
from include.report.treatments.names import dagger, dagger_notes

NOTE = (
    f"{QUEUE_NOTE} Waiting: mean latency times throughput. If all messages of a cell were handed over at "
    "once and then taken at a constant rate, the mean latency would be half of the total time."
)


def _build(run: MeasuredRun) -> ReportSection:
    columns = [column for span in Span for column in _columns(run, span)]
    caption = "Latency without a fixed rate, and the queue that it implies"
    notes = (NOTE, *dagger_notes(run.plan.treatments))
    table = treatment_table(run, "implied-queues-table", caption, columns, notes, is_queueing)
    return section("implied-queues", "Queues of producers", table)


def _columns(run: MeasuredRun, span: Span) -> list[ItemColumn[Treatment]]:
    def latency(treatment: Treatment) -> str:
        return significant(mean_latencies(run, treatment, span).median()) + dagger(treatment, span)

    def waiting(treatment: Treatment) -> str:
        return significant(waiting_median(run, treatment, span), 2) + dagger(treatment, span)

    return [
        number("mean latency, ms", latency, span),
        number("of the total time", lambda treatment: percent(share_of_time(run, treatment, span)), span),
        number("waiting, MiB", waiting, span),
    ]


RECORD = SectionRecord("implied_queues", lambda run: any(map(is_queueing, run.plan.treatments)), _build)
