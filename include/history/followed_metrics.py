"""The metrics that a history follows: end-to-end metrics, in which all semantics can be compared."""

from include.metrics.registry import Span
from include.report.span_metric import SpanMetric

FOLLOWED_METRICS = (
    SpanMetric("throughput", Span.PRODUCER_CONSUMER, "end-to-end throughput", "MiB/s"),
    SpanMetric("latency_p50", Span.PRODUCER_CONSUMER, "median end-to-end latency", "ms"),
    SpanMetric("latency_p99", Span.PRODUCER_CONSUMER, "99th percentile of end-to-end latency", "ms"),
)
