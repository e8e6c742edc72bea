"""What is followed through history: end-to-end metrics, which all semantics can be compared by."""

from include.metrics.registry import Span
from include.report.sections.cost.cost import Quantity

QUANTITIES = (
    Quantity("throughput", Span.PRODUCER_CONSUMER, "end-to-end throughput", "MiB/s"),
    Quantity("latency_p50", Span.PRODUCER_CONSUMER, "median end-to-end latency", "ms"),
    Quantity("latency_p99", Span.PRODUCER_CONSUMER, "99th percentile of end-to-end latency", "ms"),
)
