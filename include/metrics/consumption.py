"""The rate of the consumers by themselves."""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "consumption",
    (
        Metric(
            "consumption_rate",
            "messages/s",
            "Deliveries per second from the consumers' first receipt to their last. Where the consumers had "
            "a backlog to read, this is the rate that they can reach.",
            better=Better.HIGHER,
        ),
    ),
)
