"""The rate of the producer by itself."""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "sending",
    (
        Metric(
            "sending_rate",
            "messages/s",
            "Sends per second from the creation of the producer's first message after the lead-in to that of "
            "its last: at a fixed rate, that at which messages were due; otherwise that at which the "
            "producer handed them over or, where it waits for each, had them acknowledged.",
            better=Better.HIGHER,
        ),
    ),
)
