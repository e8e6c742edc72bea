"""The signs that the system under test was not steady while it was measured.

Such signs are outcomes. No cell is left out because of them.
"""

from include.metrics.metric import Better, Metric, MetricFamily, Scope

RECORD = MetricFamily(
    "stability",
    (
        Metric(
            "rate_held",
            "%",
            "At a fixed rate, the rate at which messages were acknowledged or first received, as a share of "
            "the rate at which they were due. In each partition, the message with the lowest latency in the "
            "last third of the time is compared with such a message in the first third: a queue that grows "
            "delays every message. The partitions are weighted by their messages, and each has at most 100 "
            "%. The result is multiplied by the share of the sends that arrived. Empty where a third is "
            "shorter than `transaction_ms`, and where no partition has messages in the first and in the "
            "last third.",
            Scope.SPAN,
            better=Better.HIGHER,
            words="held rate",
        ),
        Metric(
            "fewest_in_sync",
            "replicas",
            "Fewest in-sync replicas of any partition of the cell's topics, checked once a second. Empty "
            "without such checks.",
            is_whole_number=True,
            words="fewest in-sync replicas",
        ),
        Metric(
            "reassignments",
            "assignments",
            "Number of times that the partitions of the first consumers and copiers changed after the first "
            "message was sent. With a backlog, changes count after the consumers got their first "
            "partitions. Giving partitions up and taking partitions count once each. Programs that a fault "
            "started are left out.",
            is_whole_number=True,
        ),
        Metric(
            "connections_lost",
            "connections",
            "Established connections of the load programs that either side ended, according to the client's "
            "log.",
            is_whole_number=True,
            words="lost connections",
        ),
    ),
)
