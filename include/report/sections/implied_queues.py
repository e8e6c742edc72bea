"""The latency of loads without a fixed rate, beside the queue that it implies."""

from collections.abc import Iterator
from functools import partial

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.number_format import DASH, percent, significant
from include.rendering.table import Column, Row, Table
from include.report.measured_run import MeasuredRun
from include.report.queueing import (
    QUEUE_NOTE,
    is_queueing,
    median_or_none,
    share_of_time,
    values_of,
    waiting_median,
)
from include.report.sections.record import ReportSection, SectionRecord
from include.report.treatment_tables import TREATMENT
from include.report.treatments import dagger, dagger_notes, row_groups, semantics_look, short_name

NOTE = (
    f"{QUEUE_NOTE} Waiting: mean latency times throughput. If all messages of a cell were handed over at "
    "once and then taken at a constant rate, the mean latency would be half of the total time."
)


def applies(run: MeasuredRun) -> bool:
    """Whether a treatment is sent without a fixed rate, and received meanwhile."""
    return any(map(is_queueing, run.plan.treatments))


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    columns = [TREATMENT]
    for span in Span:
        columns += [
            Column("mean latency, ms", span),
            Column("of the total time", span),
            Column("waiting, MiB", span),
        ]
    caption = "Latency without a fixed rate, and the queue that it implies"
    notes = (NOTE, *dagger_notes(run.plan.treatments))
    groups = row_groups(run.plan, partial(_row, run))
    table = Table("implied-queues-table", caption, tuple(columns), groups, notes)
    return ReportSection("implied-queues", "Queues of producers", [table])


def _row(run: MeasuredRun, treatment: Treatment) -> Row | None:
    if not is_queueing(treatment):
        return None
    cells = [text for span in Span for text in _cells(run, treatment, span)]
    return Row((short_name(treatment), *cells), semantics_look(treatment))


def _cells(run: MeasuredRun, treatment: Treatment, span: Span) -> Iterator[str]:
    (latency,) = values_of(run, treatment, span, "latency_mean")
    share, mark = share_of_time(run, treatment, span), dagger(treatment, span)
    yield significant(median_or_none(latency)) + mark
    yield DASH if share is None else percent(share)
    yield significant(waiting_median(run, treatment, span), 2) + mark


RECORD = SectionRecord("implied_queues", applies, build)
