"""The requests that clients repeated, and the programs that supervisors replaced."""

from include.metrics.metric import Metric, MetricFamily

RECORD = MetricFamily(
    "retries",
    (
        Metric(
            "requests_retried",
            "requests",
            "Requests that the client libraries of producers and copiers sent again by themselves. Clients "
            "report this only in cells with a fault, with `packet_loss` or with `request_counts`; it is 0 "
            "in other cells, and empty for Java's client. A killed program reports no such requests.",
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
