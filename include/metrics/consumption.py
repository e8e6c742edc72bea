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
        Metric(
            "consumer_cpu",
            "share",
            "CPU time of a consumer's process from its first receipt to its last, as a share of the time of "
            "one core; of several consumers, the largest. Empty where it was not recorded.",
            better=Better.LOWER,
        ),
    ),
)
