"""What was measured of each treatment: charts with every repetition, and the same in numbers."""

from functools import partial

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.blocks import Charts, Paragraph
from include.rendering.chart import Chart
from include.rendering.number_format import count
from include.rendering.table import Column, Row, Table
from include.report.measured_run import MeasuredRun
from include.report.queueing import queue_notes
from include.report.sections.record import Question, ReportSection, SectionRecord, always
from include.report.treatment_charts import ChartMetric, TreatmentPanels, treatment_chart
from include.report.treatment_tables import TREATMENT, median_with_interval
from include.report.treatments import (
    dagger,
    dagger_notes,
    row_groups,
    semantics_look,
    short_name,
    treatments_by_context,
)

SATURATED_METRICS = tuple(
    metric
    for span in (Span.PRODUCER_CONSUMER, Span.PRODUCER_BROKER)
    for metric in (
        ChartMetric(span, "throughput", "throughput", "MiB/s", logarithmic=False),
        ChartMetric(
            span, "latency_mean", "mean latency, waiting in the client included", "ms", logarithmic=True
        ),
    )
)
"""For loads without a fixed rate, whose latency is that of the producer's queue."""

PACED_METRICS = (
    ChartMetric(Span.PRODUCER_CONSUMER, "latency_p50", "median latency", "ms", logarithmic=True),
    ChartMetric(Span.PRODUCER_CONSUMER, "latency_p99", "99th percentile of latency", "ms", logarithmic=True),
    ChartMetric(Span.PRODUCER_BROKER, "latency_p50", "median latency", "ms", logarithmic=True),
    ChartMetric(None, "broker_cpu_time", "CPU time of the brokers", "µs/message", logarithmic=False),
)

HOW_TO_READ = (
    "Filled markers are medians, bars are their 95% intervals, and dots are the single repetitions. Where "
    "there are too few repetitions for an interval, a thin stroke marks the median."
)


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    charts = _charts(run)
    shown = (
        Charts(charts, HOW_TO_READ)
        if charts
        else Paragraph("There are no charts: no valid cell has one of their metrics.")
    )
    return ReportSection("figures", "Figures", [shown, interval_table(run)], text_title="Figures, in numbers")


def _charts(run: MeasuredRun) -> list[Chart]:
    contexts = treatments_by_context(run.plan)
    charts = [
        treatment_chart(_identity(metric), run, metric, TreatmentPanels(panels, short_name))
        for metrics in (PACED_METRICS, SATURATED_METRICS)
        if (panels := {name: own for name, own in contexts.items() if _metrics(own[0]) is metrics})
        for metric in metrics
    ]
    return [chart for chart in charts if chart]


def _metrics(treatment: Treatment) -> tuple[ChartMetric, ...]:
    return PACED_METRICS if treatment.settings.is_paced else SATURATED_METRICS


def _identity(metric: ChartMetric) -> str:
    return "-".join(["chart", *([metric.span] if metric.span else []), metric.metric]).replace("_", "-")


def interval_table(run: MeasuredRun) -> Table:
    """Throughput and mean latency of each treatment with their intervals."""
    columns = [TREATMENT, Column("n")]
    for span in Span:
        columns += [Column("throughput, MiB/s", span), Column("95% interval", span)]
        columns += [Column("mean latency, ms", span), Column("95% interval", span)]
    groups = row_groups(run.plan, partial(_row, run))
    notes = ("Medians over n valid repetitions.", *queue_notes(run.plan), *dagger_notes(run.plan.treatments))
    return Table("intervals", "Medians and their intervals", tuple(columns), groups, notes)


def _row(run: MeasuredRun, treatment: Treatment) -> Row:
    cells = [short_name(treatment), count(len(run.repetitions(treatment.id, "sent")))]
    for span in Span:
        for metric in ("throughput", "latency_mean"):
            cells += median_with_interval(run, treatment, metric, span, dagger(treatment, span))
    return Row(tuple(cells), semantics_look(treatment))


RECORD = SectionRecord("figures", always, build, Question.COST)
