"""The effects on partitions and messages when members join and leave a consumer group.

The metrics are empty in cells of other scenarios.
"""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "group_rebalance",
    (
        Metric(
            "ownership_pause",
            "s",
            "Sum of the times in which a partition had no owner, from the first message after the lead-in: "
            "the largest sum of all partitions.",
            better=Better.LOWER,
        ),
        Metric(
            "ownership_pause_mean",
            "s",
            "Mean over the partitions of the sum that ownership_pause describes.",
            better=Better.LOWER,
        ),
        Metric(
            "delivery_pause_mean",
            "s",
            "Mean over the partitions of the time that delivery_gap describes.",
            better=Better.LOWER,
        ),
        Metric(
            "regroup_time",
            "s",
            "Time from the first moment at which any partition had no owner to the last such moment.",
            better=Better.LOWER,
        ),
        Metric(
            "moved",
            "partitions",
            "Partitions that got another owner between two successive states in which each partition had an "
            "owner; the sum over all such states.",
            is_whole_number=True,
        ),
        Metric(
            "moved_needlessly",
            "partitions",
            "Moved partitions that could have stayed with their owners, although each member owns as many "
            "partitions as it got.",
            is_whole_number=True,
            better=Better.LOWER,
        ),
        Metric(
            "owned_spread",
            "partitions",
            "The most partitions that a member owns at the end, minus the fewest.",
            is_whole_number=True,
            better=Better.LOWER,
        ),
        Metric(
            "fairness",
            "share",
            "Jain's index of the messages that the members received after the last change of the group: 1 "
            "where all received the same number, 1/n where one of n members received everything.",
            better=Better.HIGHER,
        ),
        Metric(
            "split_keys",
            "keys",
            "Keys whose messages were written to more than one partition.",
            is_whole_number=True,
        ),
    ),
)
