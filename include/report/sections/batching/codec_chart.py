"""The throughput of each codec."""

from include.metrics.registry import Span
from include.rendering.chart import Chart
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.varied_settings import CODECS, treatment_groups
from include.report.treatment_charts import ChartMetric, TreatmentPanels, treatment_chart
from include.scenarios.kafka_client_settings import kafka_settings

METRIC = ChartMetric(Span.PRODUCER_BROKER, "throughput", "throughput by codec", "MiB/s", logarithmic=False)


def codec_chart(run: MeasuredRun) -> Chart | None:
    """A row for each codec; None where no codec was measured."""
    groups = treatment_groups(CODECS, CODECS.treatments(run.plan))
    panels = {group.name: group.treatments for group in groups}
    rows = TreatmentPanels(panels, lambda treatment: str(kafka_settings(treatment.settings).compression))
    return treatment_chart("chart-codecs", run, METRIC, rows)
