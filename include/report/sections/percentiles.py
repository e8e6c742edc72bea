"""Every latency metric, the throughput and the total time of each span."""

from functools import partial

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.metrics.spans import LATENCIES
from include.rendering.number_format import significant
from include.rendering.table import Column, Row, Table
from include.report.measured_run import MeasuredRun
from include.report.queueing import queue_notes, waiting_median
from include.report.sections.record import ReportSection, SectionRecord, always
from include.report.treatment_tables import TREATMENT
from include.report.treatments import dagger, dagger_notes, row_groups, semantics_look, short_name

NOTE = (
    "Each figure is the median, over the valid repetitions, of the figure of a cell. Waiting is the mean "
    "latency times the throughput: what was sent, and not yet acknowledged or received, on average (Little's "
    "law)."
)

LATENCY_METRICS = (*(f"latency_{which}" for which in LATENCIES), "latency_p99_with_lead_in")
RATE_METRICS = ("throughput", "rate", "total_time")


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    return ReportSection("percentiles", "Percentiles", [percentile_table(run, span) for span in Span])


def percentile_table(run: MeasuredRun, span: Span) -> Table:
    """Every metric of a span, for each treatment."""
    columns = (
        TREATMENT,
        *(Column(_percentile(which), "latency, ms") for which in LATENCIES),
        Column("p99 with lead-in", "latency, ms"),
        Column("waiting, MiB"),
        Column("MiB/s", "throughput"),
        Column("messages/s", "throughput"),
        Column("s", "total time"),
    )
    groups = row_groups(run.plan, partial(_row, run, span))
    notes = [
        NOTE,
        *queue_notes(run.plan),
        *(dagger_notes(run.plan.treatments) if span is Span.PRODUCER_BROKER else []),
    ]
    return Table(f"percentiles-{span}", f"Every metric, {span}", columns, groups, tuple(notes))


def _row(run: MeasuredRun, span: Span, treatment: Treatment) -> Row:
    latencies, rates = (
        [_median(run, treatment, span, name) for name in of] for of in (LATENCY_METRICS, RATE_METRICS)
    )
    waiting = significant(waiting_median(run, treatment, span), 2)
    name = short_name(treatment) + dagger(treatment, span)
    return Row((name, *latencies, waiting, *rates), semantics_look(treatment))


def _median(run: MeasuredRun, treatment: Treatment, span: Span, metric: str) -> str:
    found = run.estimate(treatment.id, metric, span)
    return significant(found.median if found else None)


def _percentile(which: str) -> str:
    return {"p999": "p99.9"}.get(which, which)


RECORD = SectionRecord("percentiles", always, build)
