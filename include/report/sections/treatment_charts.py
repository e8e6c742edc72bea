"""The measurements of each treatment: charts with every repetition."""

from include.metrics.registry import Span
from include.rendering.blocks import Charts
from include.rendering.chart_layout import Chart
from include.report.measured_run import MeasuredRun
from include.report.sections.section import Question, ReportSection, SectionRecord, always, section
from include.report.treatment_chart import ChartMetric, treatment_chart
from include.report.treatments.metrics import TreatmentMetric
from include.report.treatments.names import short_name, treatments_by_context

HOW_TO_READ = (
    "Filled markers are medians, bars are their 95% intervals, and dots are the single repetitions. Where "
    "there are too few repetitions for an interval, a thin stroke marks the median."
)


def _latency(name: str, span: Span, words: str) -> ChartMetric:
    return ChartMetric(TreatmentMetric(name, span), words, "ms", logarithmic=True)


SATURATED_METRICS = tuple(
    metric
    for span in (Span.PRODUCER_CONSUMER, Span.PRODUCER_BROKER)
    for metric in (
        ChartMetric(TreatmentMetric("throughput", span), "throughput", "MiB/s"),
        _latency("latency_mean", span, "mean latency, waiting in the client included"),
    )
)
"""The charts for loads without a fixed rate: their latency is the latency of the producer's queue."""

PACED_METRICS = (
    _latency("latency_p50", Span.PRODUCER_CONSUMER, "median latency"),
    _latency("latency_p99", Span.PRODUCER_CONSUMER, "99th percentile of latency"),
    _latency("latency_p50", Span.PRODUCER_BROKER, "median latency"),
    ChartMetric(TreatmentMetric("broker_cpu_time"), "CPU time of the brokers", "µs/message"),
)


def _build(run: MeasuredRun) -> ReportSection:
    charts = _charts(run)
    nothing = "There are no charts: no valid cell has one of their metrics."
    block = Charts(charts, HOW_TO_READ) if charts else nothing
    return section("figures", "Figures", block, in_text=False)


def _charts(run: MeasuredRun) -> list[Chart]:
    contexts = treatments_by_context(run.plan)
    charts = []
    for is_paced, metrics in ((True, PACED_METRICS), (False, SATURATED_METRICS)):
        panels = {name: group for name, group in contexts.items() if group[0].traits.is_paced is is_paced}
        for chart_metric in metrics if panels else ():
            metric = chart_metric.metric
            identity = "-".join(filter(None, ["chart", metric.span, metric.name])).replace("_", "-")
            charts.append(treatment_chart(identity, run, chart_metric, panels, short_name))
    return [chart for chart in charts if chart]


RECORD = SectionRecord("treatment_charts", always, _build, Question.COST)
