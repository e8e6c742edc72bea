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
            "the rate at which they were due. In each partition the message with the lowest latency in the "
            "last third of the time is compared with the one in the first third: a queue that grows delays "
            "every message. The partitions are weighted by their messages, each has 100 % at most, and the "
            "result is multiplied by the share of the sends that arrived. Empty where a third is shorter "
            "than `transaction_ms`, and where no partition has messages in the first and in the last third.",
            Scope.SPAN,
            better=Better.HIGHER,
            words="held rate",
        ),
        Metric(
            "fewest_in_sync",
            "replicas",
            "Fewest in-sync replicas that a partition of the cell's topics had, by one look each second. "
            "Empty where nobody looked.",
            is_whole_number=True,
            words="fewest in-sync replicas",
        ),
        Metric(
            "reassignments",
            "assignments",
            "Times that the partitions of the first consumers and copiers changed after the first message "
            "was sent (with a backlog, after the consumers had been assigned theirs); giving partitions up "
            "and taking partitions count once each. Programs that a fault started are left out.",
            is_whole_number=True,
        ),
        Metric(
            "connections_lost",
            "connections",
            "Established connections of the load programs that ended, whichever side closed them, according "
            "to the client's log.",
            is_whole_number=True,
            words="lost connections",
        ),
    ),
)
