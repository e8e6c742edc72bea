"""How long replies take, and which requests have none. Empty in cells of other scenarios."""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "request_reply",
    (
        Metric(
            "reply_latency",
            "ms",
            "Median of the times from the creation of a request to the receipt of its first reply.",
            better=Better.LOWER,
        ),
        Metric(
            "unanswered",
            "messages",
            "Acknowledged requests to which no reply was received. Requests of transactions that were not "
            "seen to be committed do not count.",
            is_whole_number=True,
            better=Better.LOWER,
            chances="acked",
            words="without a reply",
        ),
    ),
)
