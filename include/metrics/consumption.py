"""The rate of the consumers by themselves."""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "consumption",
    (
        Metric(
            "consumption_rate",
            "messages/s",
            "Deliveries per second from the consumers' first receipt after the lead-in to their last. Where "
            "the consumers had a backlog to read, they did not wait for the producer.",
            better=Better.HIGHER,
        ),
        Metric(
            "consumer_cpu",
            "share",
            "CPU time of a consumer's process from its first receipt to its last, as a share of the time of "
            "one core; of several consumers, the largest. Empty where it was not recorded.",
            better=Better.LOWER,
        ),
        Metric(
            "receipt_lateness_p50",
            "ms",
            "Median of the same times as receipt_lateness_p99.",
            better=Better.LOWER,
        ),
        Metric(
            "receipt_lateness_p99",
            "ms",
            "99th percentile, over all messages, of the time for which the consumer did not wait for "
            "messages before it took the message. Of several consumers, the largest. A receipt is late by "
            "at most this time. Empty where it was not recorded.",
            better=Better.LOWER,
        ),
    ),
)
