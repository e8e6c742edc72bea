"""How deep and how long a fault was felt in a cell with a fixed rate.

A delivery is the first receipt of a message here. In a cell without a fault the metrics are measured from
when a fault would begin, or from the end of the lead-in if that is later. Without a fixed rate they are
empty; the dip is also empty if nothing was delivered, or less than a quarter of a second passed, between the
lead-in and that moment.
"""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "recovery",
    (
        Metric(
            "acknowledgement_gap",
            "s",
            "Longest time without an acknowledgement in a partition, from the beginning of the fault to the "
            "last acknowledgement of the partition. A partition without an acknowledgement after that "
            "beginning is left out; 0 if no partition has one.",
            better=Better.LOWER,
        ),
        Metric(
            "delivery_gap",
            "s",
            "Longest time without a delivery in a partition, from the beginning of the fault to the last "
            "delivery of the partition. A partition without a delivery after that beginning is left out; 0 "
            "if no partition has one.",
            better=Better.LOWER,
        ),
        Metric(
            "dip_depth",
            "share",
            "Share by which the rate of deliveries in a quarter of a second fell at most, from the beginning "
            "of the fault until the last message was due, below the rate before the fault: 1 means that "
            "nothing was delivered in that time.",
            better=Better.LOWER,
        ),
        Metric(
            "dip_length",
            "s",
            "Time for which this rate was below half of the rate before the fault.",
            better=Better.LOWER,
        ),
    ),
)
