"""What clients and supervisors repeated."""

from include.metrics.metric import Metric, MetricFamily

RECORD = MetricFamily(
    "retries",
    (
        Metric(
            "requests_retried",
            "requests",
            "Requests that the client libraries sent again by themselves.",
            is_whole_number=True,
        ),
        Metric(
            "replaced",
            "programs",
            "Programs that another program replaced, because their client did not return from a call or gave "
            "up.",
            is_whole_number=True,
        ),
    ),
)
