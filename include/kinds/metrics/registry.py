"""Every metric by its name, which is the same in code, results and reports.

A TOML file describes each family of metrics. The file has a table for each metric, under the metric's name,
with the fields of ``Metric``. A table with ``statistics`` describes one metric for each statistic. The name
of such a metric ends with the statistic.

In ``results/cells`` the column of a metric of a span is ``<span>_<metric>``; the column of any other metric
has the metric's name. In ``results/summary`` span, metric and unit are columns.
"""

import tomllib
from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib.resources import files
from typing import Any

from include.kinds.metrics.metric import Metric, MetricFamily
from include.kinds.scenario import SCENARIOS


class Span(StrEnum):
    """A part of a message's way: from creation to acknowledgement, or from creation to first receipt."""

    PRODUCER_BROKER = "producer-broker"
    PRODUCER_CONSUMER = "producer-consumer"

    @property
    def prefix(self) -> str:
        """The beginning of the names of the span's columns."""
        return f"{self.value.replace('-', '_')}_"

    def column_of(self, metric: str) -> str:
        """The column of a metric of this span."""
        return f"{self.prefix}{metric}"


def _read(family: str) -> MetricFamily:
    file = files(__package__) / f"{family}.toml"
    if family in SCENARIOS:
        file = files("include.scenarios") / family / "metrics.toml"
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    about = content.pop("about")
    metrics = (metric for name, table in content.items() for metric in _metrics(name, table))
    return MetricFamily(family, about, tuple(metrics))


def _metrics(name: str, table: dict[str, Any]) -> Iterator[Metric]:
    statistics = table.pop("statistics", ())
    for statistic in statistics:
        yield Metric(name=f"{name}_{statistic}", statistic=statistic, **table)
    if not statistics:
        yield Metric(name=name, **table)


FAMILIES = (
    "spans",
    "messages",
    "violations",
    "resending",
    "transactions",
    "stages",
    "recovery",
    "retries",
    "brokers",
    "machine",
    "consumption",
    "client_requests",
    "network",
    "group_rebalance",
    "generator",
    "stability",
    "reliable_ack",
    "application",
    "share_group",
)
"""The families of metrics, in the order of the results. Within a family, the metrics are in the order of the
family's file."""

METRIC_FAMILIES: Mapping[str, MetricFamily] = {family: _read(family) for family in FAMILIES}

METRICS: dict[str, Metric] = {
    metric.name: metric for family in METRIC_FAMILIES.values() for metric in family.metrics
}

VIOLATIONS: dict[str, Metric] = {name: metric for name, metric in METRICS.items() if metric.is_violation}
"""The metrics that count messages with a violation."""

COLUMNS: dict[str, Metric] = {
    **{
        span.column_of(name): metric for span in Span for name, metric in METRICS.items() if metric.is_of_span
    },
    **{name: metric for name, metric in METRICS.items() if not metric.is_of_span},
}
"""The metric of each column of ``results/cells``, in the order of the columns."""


def column_name(metric: str, span: str | None) -> str:
    """The column of a metric; ``span`` is None for a metric of the whole cell."""
    return Span(span).column_of(metric) if span else metric


def span_of(column: str) -> Span | None:
    """The span of a column's metric; None for a metric of the whole cell."""
    return next((span for span in Span if column.startswith(span.prefix)), None)
