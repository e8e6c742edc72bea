"""Every latency metric, the throughput and the total time of each span."""

from functools import partial

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.metrics.spans import LATENCIES
from include.rendering.number_format import significant
from include.rendering.table import Column, Row, Table
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord, always
from include.report.treatment_tables import TREATMENT
from include.report.treatments import dagger, dagger_notes, row_groups, semantics_look, short_name

NOTE = "Each figure is the median, over the repetitions, of the figure of a cell."

METRICS = (*(f"latency_{which}" for which in LATENCIES), "throughput", "rate", "total_time")


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    return ReportSection("percentiles", "Percentiles", [percentile_table(run, span) for span in Span])


def percentile_table(run: MeasuredRun, span: Span) -> Table:
    """Every metric of a span, for each treatment."""
    columns = (
        TREATMENT,
        *(Column(_percentile(which), "latency, ms") for which in LATENCIES),
        Column("MiB/s", "throughput"),
        Column("messages/s", "throughput"),
        Column("s", "total time"),
    )
    groups = row_groups(run.plan, partial(_row, run, span))
    notes = [NOTE, *(dagger_notes(run.plan.treatments) if span is Span.PRODUCER_BROKER else [])]
    return Table(f"percentiles-{span}", f"Every metric, {span}", columns, groups, tuple(notes))


def _row(run: MeasuredRun, span: Span, treatment: Treatment) -> Row:
    estimates = (run.estimate(treatment.id, metric, span) for metric in METRICS)
    values = (significant(found.median if found else None) for found in estimates)
    return Row((short_name(treatment) + dagger(treatment, span), *values), semantics_look(treatment))


def _percentile(which: str) -> str:
    return {"p999": "p99.9"}.get(which, which)


RECORD = SectionRecord("percentiles", always, build)
