"""How evenly the producer's messages are spread over the partitions."""

from include.metrics.metric import Metric, MetricFamily

RECORD = MetricFamily(
    "partitioning",
    (
        Metric(
            "largest_partition",
            "%",
            "Share of the acknowledged messages that is in the partition with the most of them.",
        ),
    ),
)
