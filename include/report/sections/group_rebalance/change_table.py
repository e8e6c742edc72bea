"""What each change of a group did to its partitions and messages."""

from include.rendering.estimate import with_interval
from include.rendering.number_format import DASH, count
from include.rendering.table import Column, Row, RowGroup, Table
from include.report.measured_run import MeasuredRun
from include.report.sections.group_rebalance.group_treatments import (
    GroupTreatment,
    group_treatments,
    treatments_by_change,
)

METRIC_COLUMNS = (
    ("ownership_pause", Column("longest", "Without an owner, s")),
    ("ownership_pause_mean", Column("mean", "Without an owner, s")),
    ("delivery_gap", Column("longest", "Without a delivery, s")),
    ("delivery_pause_mean", Column("mean", "Without a delivery, s")),
    ("regroup_time", Column("rebalance time, s")),
    ("moved", Column("moved", "Partitions")),
    ("moved_needlessly", Column("needlessly", "Partitions")),
    ("owned_spread", Column("most less fewest", "Partitions")),
    ("duplicated", Column("delivered again", "Messages")),
    ("fairness", Column("Jain's index", "Messages")),
)

NOTES = (
    "Medians over n valid repetitions. The time of a partition without an owner is the sum since the first "
    "message after the lead-in, according to the consumers. The time without a delivery is the longest from "
    "the change, or from a message of the partition after it, to the next message of the partition; a "
    "partition without a message after the change is left out. Longest and mean are over all partitions. The "
    "rebalance time is from the first moment at which some partition had no owner to the last such moment.",
    "Needlessly moved partitions could have stayed where they were, while each member owns as many as it "
    "does. Jain's index is 1 where all members receive equally many messages after the rebalance, and 1/m "
    "where one of m members receives all of them.",
)


def change_table(run: MeasuredRun) -> Table:
    """A row for each assignor, below what happens to the group."""
    columns = (Column("Assignor", numeric=False), Column("n"), *(column for _, column in METRIC_COLUMNS))
    groups = tuple(
        RowGroup(tuple(_row(run, one) for one in treatments), f"{change}: {size}")
        for (change, size), treatments in treatments_by_change(group_treatments(run)).items()
    )
    return Table("ownership-changes", "The effects of each change", columns, groups, NOTES)


def _row(run: MeasuredRun, treatment: GroupTreatment) -> Row:
    estimates = [run.estimate(treatment.id, metric) for metric, _ in METRIC_COLUMNS]
    cells = [with_interval(one) if one else DASH for one in estimates]
    return Row((treatment.name, count(len(run.repetitions(treatment.id, "sent"))), *cells))
