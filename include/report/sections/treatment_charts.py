"""The measurements of each treatment: charts with every repetition."""

from include.kinds.metrics.registry import Span
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Charts
from include.report.sections.section import Question, ReportSection, SectionRecord, always, section
from include.report.treatment_chart import treatment_chart
from include.report.treatments.names import short_name, treatments_by_context
from include.settings.compared_columns import ACKNOWLEDGED_P50, BROKER_CPU, DELIVERED_P50, DELIVERED_P99

HOW_TO_READ = (
    "Filled markers are medians, bars are their 95% intervals, and dots are the single repetitions. Where "
    "there are too few repetitions for an interval, a thin stroke marks the median."
)


SATURATED_COLUMNS = {
    span.column_of(metric): words
    for span in (Span.PRODUCER_CONSUMER, Span.PRODUCER_BROKER)
    for metric, words in (
        ("throughput", "throughput"),
        ("latency_mean", "mean latency, waiting in the client included"),
    )
}
"""The columns that have charts for loads without a fixed rate. The latency of such loads includes the waiting
time in the producer's queue."""

PACED_COLUMNS = {
    DELIVERED_P50: "median latency",
    DELIVERED_P99: "99th percentile of latency",
    ACKNOWLEDGED_P50: "median latency",
    BROKER_CPU: "CPU time of the brokers",
}


def _build(run: MeasuredRun) -> ReportSection:
    contexts = treatments_by_context(run.plan)
    charts = []
    for is_paced, columns in ((True, PACED_COLUMNS), (False, SATURATED_COLUMNS)):
        panels = {
            name: group for name, group in contexts.items() if group[0].traits.pace.is_fixed is is_paced
        }
        for column, words in columns.items() if panels else ():
            identity = f"chart-{column.replace('_', '-')}"
            if chart := treatment_chart(identity, run, column, words, panels, short_name):
                charts.append(chart)
    nothing = "There are no charts, because no valid cell has a metric that is drawn."
    return section("figures", "Figures", Charts(charts, HOW_TO_READ) or nothing, in_text=False)


RECORD = SectionRecord("treatment_charts", always, _build, Question.COST)
