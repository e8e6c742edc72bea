"""The work of a producer's monitor. Empty in cells with a producer that has no monitor."""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "reliable_ack",
    (
        Metric("retransmitted", "messages", "Retransmissions by the monitor.", is_whole_number=True),
        Metric(
            "retransmission_time",
            "s",
            "Time for which any retransmission was under way, including the lead-in. Empty where the "
            "monitor was killed.",
        ),
        Metric(
            "unfinished",
            "messages",
            "Copies that were not confirmed when the monitor gave up or was killed.",
            is_whole_number=True,
            better=Better.LOWER,
        ),
        Metric(
            "left_to_monitor",
            "messages",
            "Messages that only the monitor sent, because the producer's client had no room for them.",
            is_whole_number=True,
        ),
    ),
)
