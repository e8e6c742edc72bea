"""What was measured of each treatment: charts with every repetition, and the same in numbers."""

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.blocks import Charts, Paragraph
from include.rendering.chart import Chart
from include.rendering.number_format import count
from include.rendering.table import Table
from include.report.charts import ChartMetric, treatment_chart
from include.report.measured_run import MeasuredRun
from include.report.queueing import queue_notes
from include.report.sections.record import Question, ReportSection, SectionRecord, always
from include.report.tables import TREATMENT, ItemColumn, median_and_interval, number, treatment_table
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import dagger_notes, short_name, treatments_by_context

SATURATED_METRICS = tuple(
    metric
    for span in (Span.PRODUCER_CONSUMER, Span.PRODUCER_BROKER)
    for metric in (
        ChartMetric(TreatmentMetric("throughput", span), "throughput", "MiB/s"),
        ChartMetric(
            TreatmentMetric("latency_mean", span),
            "mean latency, waiting in the client included",
            "ms",
            logarithmic=True,
        ),
    )
)
"""For loads without a fixed rate, whose latency is that of the producer's queue."""

PACED_METRICS = (
    *(
        ChartMetric(TreatmentMetric(name, span), words, "ms", logarithmic=True)
        for name, span, words in (
            ("latency_p50", Span.PRODUCER_CONSUMER, "median latency"),
            ("latency_p99", Span.PRODUCER_CONSUMER, "99th percentile of latency"),
            ("latency_p50", Span.PRODUCER_BROKER, "median latency"),
        )
    ),
    ChartMetric(TreatmentMetric("broker_cpu_time"), "CPU time of the brokers", "µs/message"),
)

HOW_TO_READ = (
    "Filled markers are medians, bars are their 95% intervals, and dots are the single repetitions. Where "
    "there are too few repetitions for an interval, a thin stroke marks the median."
)


def _build(run: MeasuredRun) -> ReportSection:
    charts = _charts(run)
    block = (
        Charts(charts, HOW_TO_READ)
        if charts
        else Paragraph("There are no charts: no valid cell has one of their metrics.")
    )
    return ReportSection(
        "figures", "Figures", [block, _interval_table(run)], text_title="Figures, in numbers"
    )


def _charts(run: MeasuredRun) -> list[Chart]:
    contexts = treatments_by_context(run.plan)
    charts = [
        treatment_chart(_identity(chart_metric.metric), run, chart_metric, panels, short_name)
        for metrics in (PACED_METRICS, SATURATED_METRICS)
        if (panels := {name: group for name, group in contexts.items() if _metrics(group[0]) is metrics})
        for chart_metric in metrics
    ]
    return [chart for chart in charts if chart]


def _metrics(treatment: Treatment) -> tuple[ChartMetric, ...]:
    return PACED_METRICS if treatment.settings.is_paced else SATURATED_METRICS


def _identity(metric: TreatmentMetric) -> str:
    return "-".join(filter(None, ["chart", metric.span, metric.name])).replace("_", "-")


def _interval_table(run: MeasuredRun) -> Table:
    columns: list[ItemColumn[Treatment]] = [
        TREATMENT,
        number("n", lambda treatment: count(len(run.repetitions(treatment.id, "sent")))),
    ]
    for span in Span:
        for name, title in (("throughput", "throughput, MiB/s"), ("latency_mean", "mean latency, ms")):
            metric = TreatmentMetric(name, span)
            columns += median_and_interval(run, metric, title, span)
    notes = ("Medians over n valid repetitions.", *queue_notes(run.plan), *dagger_notes(run.plan.treatments))
    return treatment_table(run, "intervals", "Medians and their intervals", columns, notes)


RECORD = SectionRecord("figures", always, _build, Question.COST)
