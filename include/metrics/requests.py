"""How much the clients' requests carried, by the clients' own counts, and what was repeated.

What requests carried is empty where clients did not count.
"""

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
            "Bytes that the producer's connections carried for a message, compressed, with everything that a "
            "request contains beside messages.",
        ),
        Metric(
            "requests_retried",
            "requests",
            "Requests that the client libraries of producers and copiers sent again by themselves. Known "
            "only in cells with a fault, with `packet_loss` or with `request_counts`, in which the client "
            "reports statistics; 0 in other cells, and empty for Java's client. A killed program reports "
            "none.",
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
