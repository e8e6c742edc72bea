"""The measured treatments of *group rebalance*, and the periods in which members own partitions."""

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

import pandas as pd

from include.kinds.grouping import grouped
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.wording import number_of
from include.report.treatments.names import factor_phrases
from include.scenarios.group_rebalance.rules import OwnershipPeriod
from include.scenarios.group_rebalance.settings import Assignor, GroupRebalanceSettings

FEW_MESSAGES = 12
"""A cell with at most this number of messages is too short to measure times and fairness. Instead, the report
shows how many messages of such a cell each member received."""

SHOWN_FACTORS = ("assignor", "remote_assignor", "fault", "consumers", "partitions", "semantics", "scenario")
"""The factors that ``GroupTreatment.name`` does not list after the assignor."""


class GroupTreatment(NamedTuple):
    """A treatment of the scenario ``group_rebalance`` with a measured cell."""

    treatment: Treatment
    settings: GroupRebalanceSettings

    @property
    def id(self) -> str:
        return self.treatment.id

    @property
    def change(self) -> str:
        """The change that happens to the group, in words."""
        faults = self.settings.traits.disturbance.faults
        return " and ".join(fault.title for fault in faults) or "Nothing changes"

    @property
    def size(self) -> str:
        """The number of members and of partitions, in words."""
        members = number_of(self.settings.consumers, "member")
        return f"{members}, {number_of(self.settings.partitions, 'partition')}"

    @property
    def name(self) -> str:
        """The assignor, then the factors that are not in ``SHOWN_FACTORS``, in words."""
        assignor = str(self.settings.assignor)
        if self.settings.assignor is Assignor.CONSUMER_PROTOCOL:
            assignor += f" ({self.settings.remote_assignor})"
        return ", ".join([assignor, *factor_phrases(self.treatment, but=SHOWN_FACTORS)])


def group_treatments(run: MeasuredRun) -> list[GroupTreatment]:
    """The measured treatments of ``group_rebalance``, in the order of the experiment's file."""
    return [
        GroupTreatment(treatment, treatment.settings)
        for treatment in run.plan.treatments
        if isinstance(treatment.settings, GroupRebalanceSettings)
        and run.total(treatment.id, "sent") is not None
    ]


def treatments_by_change(run: MeasuredRun) -> dict[str, list[GroupTreatment]]:
    """The treatments with more than ``FEW_MESSAGES`` messages, by the change and size of the group."""
    long = (treatment for treatment in group_treatments(run) if treatment.settings.messages > FEW_MESSAGES)
    return grouped(long, lambda treatment: f"{treatment.change}: {treatment.size}")


def ownership_rows(run: MeasuredRun, treatment: GroupTreatment) -> Iterator[pd.DataFrame]:
    """The rows of ``results/ownership`` of each measured cell, in the order of the blocks."""
    cells = run.cells[run.cells["treatment"] == treatment.id].sort_values("block")
    for cell in cells["cell"]:
        if len(rows := run.rows_of("ownership", cell)):
            yield rows


def ownership_periods(rows: pd.DataFrame) -> list[OwnershipPeriod]:
    """The ownership periods of a cell's members, with times in s from the first timed message."""
    columns = rows[["consumer", "attempt", "partition", "began", "ended"]]
    return [
        OwnershipPeriod(
            (int(consumer), int(attempt)),
            None if pd.isna(partition) else int(partition),
            float(start),
            inf if pd.isna(end) else float(end),
        )
        for consumer, attempt, partition, start, end in columns.itertuples(index=False)
    ]
