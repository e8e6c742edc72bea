"""Messages that the producer program sent again."""

from include.metrics.metric import Metric, MetricFamily

RECORD = MetricFamily(
    "resending",
    (
        Metric(
            "sent_again",
            "messages",
            "Sends of a message beyond its first by the producer program. Retries of the client library are "
            "counted in requests_retried.",
            is_whole_number=True,
        ),
    ),
)
