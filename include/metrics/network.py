"""The packets on the producer's network while it sent or while a fault broke the network; round trips.

The metrics are empty where nothing stands in the path of packets: in runs without a fault of a network,
without `packet_loss`, and without `round_trip_ms` or `broker_round_trip_ms`. The metrics of packets and
segments are also empty where the producer has no network of its own.
"""

from include.metrics.metric import Metric, MetricFamily

RECORD = MetricFamily(
    "network",
    (
        Metric(
            "packets_passed",
            "packets",
            "Packets that left the producer and were not dropped. Where packets are lost in both directions "
            "(`loss_direction: both`, cut-off-producer), also packets on their way to the producer.",
        ),
        Metric("packets_dropped", "packets", "Packets that were dropped in the same directions."),
        Metric(
            "segments_sent",
            "segments",
            "Segments that the producer's TCP sent, without those that it sent again (OutSegs of RFC 4022).",
        ),
        Metric(
            "segments_retransmitted",
            "segments",
            "Segments that the producer's TCP sent again (RetransSegs of RFC 4022).",
        ),
        Metric(
            "round_trip",
            "ms",
            "Round trip between the producer and a broker: the shortest of a few pings after all messages "
            "were sent. If the producer has no network of its own, between this machine and a broker.",
        ),
        Metric("broker_round_trip", "ms", "The same between brokers, the median over the other brokers."),
    ),
)
