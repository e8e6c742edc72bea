"""Every latency metric, the throughput and the total time of each span."""

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.metrics.spans import LATENCIES
from include.rendering.table import ItemColumn, Table, number
from include.rendering.wording import significant
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord, always, section
from include.report.tables import median_column, treatment_table
from include.report.treatments.loads import queue_notes, waiting_median
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import dagger, dagger_notes, short_name

NOTE = (
    "Each figure is the median, over the valid repetitions, of the figure of a cell. Waiting is the mean "
    "latency times the throughput: what was sent, and not yet acknowledged or received, on average (Little's "
    "law)."
)

TITLES = {"p999": "p99.9", "p99_with_lead_in": "p99 with lead-in"}
"""Of the columns of percentiles, where they are not the names in the metrics."""


def _build(run: MeasuredRun) -> ReportSection:
    return section("percentiles", "Percentiles", *(_percentile_table(run, span) for span in Span))


def _percentile_table(run: MeasuredRun, span: Span) -> Table:
    def median(name: str, title: str, shared_title: str) -> ItemColumn[Treatment]:
        return median_column(run, TreatmentMetric(name, span), title, shared_title, is_marked=False)

    columns: list[ItemColumn[Treatment]] = [
        *(
            median(f"latency_{which}", TITLES.get(which, which), "latency, ms")
            for which in (*LATENCIES, "p99_with_lead_in")
        ),
        number("waiting, MiB", lambda treatment: significant(waiting_median(run, treatment, span), 2)),
        median("throughput", "MiB/s", "throughput"),
        median("rate", "messages/s", "throughput"),
        median("total_time", "s", "total time"),
    ]
    notes = [NOTE, *queue_notes(run.plan)]
    notes += dagger_notes(run.plan.treatments) if span is Span.PRODUCER_BROKER else []
    caption = f"Latency, throughput and total time, {span}"
    return treatment_table(
        run,
        f"percentiles-{span}",
        caption,
        columns,
        notes,
        name=lambda item: short_name(item) + dagger(item, span),
    )


RECORD = SectionRecord("percentiles", always, _build)
