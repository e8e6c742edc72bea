"""The rate of the producer by itself."""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "sending",
    (
        Metric(
            "sending_rate",
            "messages/s",
            "Messages per second from the creation of the producer's first message after the lead-in to that "
            "of its last: the rate at which the producer handed messages over, or, where it waits for each, "
            "had them acknowledged.",
            better=Better.HIGHER,
        ),
    ),
)
