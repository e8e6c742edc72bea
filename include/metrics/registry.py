"""Every metric by its name, which is the same in code, results and reports.

In ``results/cells`` the column of a metric of a span is ``<span>_<metric>``; the column of any other metric
has the metric's name. In ``results/summary`` span, metric and unit are columns.
"""

from enum import StrEnum

from include.metrics.metric import Metric, MetricFamily, Scope
from include.registry import Registry


class Span(StrEnum):
    """The part of a message's way from its creation to its acknowledgement, or to its first receipt."""

    PRODUCER_BROKER = "producer-broker"
    PRODUCER_CONSUMER = "producer-consumer"

    @property
    def column(self) -> str:
        """The span as the begin of a column's name."""
        return self.value.replace("-", "_")


METRIC_FAMILIES = Registry(
    "metric family",
    MetricFamily,
    "include.metrics",
    [
        "spans",
        "messages",
        "violations",
        "resending",
        "transactions",
        "stages",
        "recovery",
        "retries",
        "brokers",
        "consumption",
        "requests",
        "network",
        "group_rebalance",
        "generator",
        "stability",
        "reliable_ack",
    ],
)
"""The families of metrics. Results list metrics in this order, and in the order within each family."""

METRICS: dict[str, Metric] = {
    metric.name: metric for family in METRIC_FAMILIES.values() for metric in family.metrics
}

SPAN_METRICS: dict[str, Metric] = {
    name: metric for name, metric in METRICS.items() if metric.scope is Scope.SPAN
}
"""The metrics that each span has."""

CELL_METRICS: dict[str, Metric] = {
    name: metric for name, metric in METRICS.items() if metric.scope is Scope.CELL
}
"""The metrics that a whole cell has."""

VIOLATIONS: dict[str, Metric] = {name: metric for name, metric in METRICS.items() if metric.is_violation}
"""The metrics that count messages with a violation."""

COLUMNS: dict[str, Metric] = {
    **{f"{span.column}_{name}": metric for span in Span for name, metric in SPAN_METRICS.items()},
    **CELL_METRICS,
}
"""The metric of each column of ``results/cells``, in the order of the columns."""


def span_of(column: str) -> Span | None:
    """The span of a column's metric; None for a metric of the whole cell."""
    return next((span for span in Span if column.startswith(f"{span.column}_")), None)
