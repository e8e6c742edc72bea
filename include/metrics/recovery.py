"""The depth and the length of a fault's effect in a cell with a fixed rate.

Here, a delivery is the first receipt of a message. In a cell without a fault, the metrics begin at the moment
when a fault would begin, or at the end of the lead-in if this is later. Without a fixed rate the metrics are
empty. The dip is also empty if, between the lead-in and that moment, nothing was delivered or less than a
quarter of a second passed.
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
            "Largest fall of the rate of deliveries in a quarter of a second, as a share of the rate before "
            "the fault. It is measured from the beginning of the fault until the last message was due. 1 "
            "means that nothing was delivered in a quarter of a second.",
            better=Better.LOWER,
        ),
        Metric(
            "dip_length",
            "s",
            "Time for which the rate of deliveries was below half of the rate before the fault.",
            better=Better.LOWER,
        ),
    ),
)
