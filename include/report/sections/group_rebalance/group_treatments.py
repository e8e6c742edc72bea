"""The treatments in which the members of a group change, and which member owned what in their cells."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import pandas as pd

from include.matrix.plan import Treatment
from include.report.grouping import grouped
from include.report.measured_run import MeasuredRun
from include.report.treatments.names import setting_phrase
from include.scenarios.group_rebalance.settings import Assignor, GroupRebalanceSettings
from include.verdicts.scenarios.group_rebalance import OwnershipPeriod

FEW_MESSAGES = 12
"""A cell with no more messages than this is too short for times and shares: its messages are counted."""

SHOWN_FACTORS = ("assignor", "remote_assignor", "fault", "consumers", "partitions", "semantics", "scenario")
"""Factors that a heading or the name of the assignor shows."""


@dataclass(frozen=True)
class GroupTreatment:
    """A treatment of this scenario of which some cell was measured."""

    treatment: Treatment
    settings: GroupRebalanceSettings

    @property
    def id(self) -> str:
        """The id of the treatment."""
        return self.treatment.id

    @property
    def has_change(self) -> bool:
        """Whether anything happens to the group."""
        return bool(self.settings.faults)

    @property
    def change(self) -> str:
        """What happens to the group, in words."""
        return " and ".join(fault.title for fault in self.settings.faults) or "Nothing changes"

    @property
    def size(self) -> str:
        """The number of members and of partitions, in words."""
        counts = ((self.settings.consumers, "member"), (self.settings.partitions, "partition"))
        return ", ".join(f"{number} {word}{'s' if number > 1 else ''}" for number, word in counts)

    @property
    def name(self) -> str:
        """The assignor, and the other factors that are not shown elsewhere."""
        others = {name: level for name, level in self.treatment.factors.items() if name not in SHOWN_FACTORS}
        phrases = (setting_phrase(name, level) for name, level in others.items())
        return ", ".join([_assignor_name(self.settings), *phrases])


def group_treatments(run: MeasuredRun) -> list[GroupTreatment]:
    """The measured treatments of this scenario, in the order of the experiment's file."""
    return [
        GroupTreatment(treatment, treatment.settings)
        for treatment in run.plan.treatments
        if isinstance(treatment.settings, GroupRebalanceSettings)
        and run.total(treatment.id, "sent") is not None
    ]


def treatments_by_change(treatments: list[GroupTreatment]) -> dict[tuple[str, str], list[GroupTreatment]]:
    """The treatments with enough messages, by what happens to the group and by its size."""
    long = (treatment for treatment in treatments if treatment.settings.messages > FEW_MESSAGES)
    return grouped(long, lambda treatment: (treatment.change, treatment.size))


def ownership_rows(run: MeasuredRun, treatment: GroupTreatment) -> Iterator[pd.DataFrame]:
    """The rows of ``results/ownership`` of each measured cell, in the order of the blocks."""
    cells = run.cells[run.cells["treatment"] == treatment.id].sort_values("block")
    for cell in cells["cell"]:
        rows = run.rows_of("ownership", cell)
        if len(rows):
            yield rows


def ownership_periods(rows: pd.DataFrame) -> list[OwnershipPeriod]:
    """The times in which the members of one cell owned partitions, in s from its first message."""
    columns = rows[["consumer", "attempt", "partition", "began", "ended"]]
    return [
        OwnershipPeriod(
            (int(consumer), int(attempt)),
            None if pd.isna(partition) else int(partition),
            float(began),
            inf if pd.isna(ended) else float(ended),
        )
        for consumer, attempt, partition, began, ended in columns.itertuples(index=False)
    ]


def _assignor_name(settings: GroupRebalanceSettings) -> str:
    if settings.assignor is Assignor.CONSUMER_PROTOCOL:
        return f"{settings.assignor} ({settings.remote_assignor})"
    return str(settings.assignor)
