"""The contents of the clients' requests, by the clients' own counts. Empty where clients did not count."""

from include.metrics.metric import Metric, MetricFamily

RECORD = MetricFamily(
    "requests",
    (
        Metric("produced_per_request", "messages/request", "Mean number of messages in a produce request."),
        Metric(
            "fetched_per_request",
            "messages/request",
            "Mean number of messages in the answer to a fetch request.",
        ),
        Metric(
            "transmitted_bytes",
            "B/message",
            "Compressed bytes that the producer's connections carried for a message, including everything "
            "else in a request.",
        ),
    ),
)
