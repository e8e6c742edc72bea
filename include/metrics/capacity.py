"""The highest rate that a cell sustains: brokers acknowledge, and consumers receive, within 1 % of it.

Nothing queues then. The metrics are empty in cells that do not search their capacity.
"""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "capacity",
    (
        Metric(
            "capacity",
            "messages/s",
            "Highest rate that was offered and sustained, for two seconds or for three transactions. Empty "
            "where none was.",
            better=Better.HIGHER,
        ),
        Metric(
            "capacity_limit",
            "messages/s",
            "Lowest rate that was offered and not sustained: the capacity is between these two rates. The "
            "search ends when they differ by 5 %, or after 15 s. Empty where every rate was sustained.",
            better=Better.HIGHER,
        ),
        Metric(
            "capacity_steps",
            "rates",
            "Rates that were offered to find the capacity.",
            is_whole_number=True,
        ),
    ),
)
