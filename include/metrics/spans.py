"""Latency and throughput of a span.

A latency is the time from the creation of a message to its acknowledgement, or to its first receipt.
"""

from include.metrics.metric import Better, Metric, MetricFamily, Scope

LATENCIES = ("mean", "p50", "p90", "p95", "p99", "p999", "max")
"""The statistics of latencies that are metrics: ``latency_mean``, …"""

_DEFINITIONS = {
    "mean": "Arithmetic mean of the latencies.",
    "p50": "Median of the latencies.",
    "p90": "90th percentile of the latencies.",
    "p95": "95th percentile of the latencies.",
    "p99": "99th percentile of the latencies.",
    "p999": "99.9th percentile of the latencies.",
    "max": "Highest latency.",
}

RECORD = MetricFamily(
    "spans",
    (
        *(
            Metric(f"latency_{which}", "ms", _DEFINITIONS[which], Scope.SPAN, better=Better.LOWER)
            for which in LATENCIES
        ),
        Metric(
            "throughput",
            "MiB/s",
            "Bytes of message values that were acknowledged (each acknowledged send counts), or first "
            "received, per second of the total time.",
            Scope.SPAN,
            better=Better.HIGHER,
        ),
        Metric(
            "rate",
            "messages/s",
            "Acknowledged sends, or first receipts, per second of the total time. If a message is sent "
            "again after its transaction was aborted, each acknowledged send counts.",
            Scope.SPAN,
            better=Better.HIGHER,
        ),
        Metric(
            "total_time",
            "s",
            "Time from the creation of the first message after the lead-in to the last acknowledgement or, "
            "for the span to the consumer, until the last message was received for the first time.",
            Scope.SPAN,
            better=Better.LOWER,
        ),
        Metric(
            "latency_p99_with_lead_in",
            "ms",
            "99th percentile of the latencies of all messages, including messages of the lead-in. Empty in "
            "a cell without a lead-in.",
            Scope.SPAN,
            better=Better.LOWER,
        ),
        Metric(
            "negative_latencies",
            "messages",
            "Messages after the lead-in that, by their times, were acknowledged or received before they "
            "were created: a clock is wrong.",
            Scope.SPAN,
            is_whole_number=True,
        ),
    ),
)
