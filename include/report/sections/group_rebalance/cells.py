"""The cells of a run in which members of a group came and went."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import pandas as pd

from include.matrix.plan import Treatment
from include.report.run import Run
from include.report.treatments import setting_phrase
from include.scenarios.group_rebalance.settings import Assignor, GroupRebalanceSettings
from include.verdicts.scenarios.group_rebalance.ownership import Tenure

MOST_SHOWN = 12
"""Messages. A cell with no more is too short for times and shares, and is told message by message."""


@dataclass(frozen=True)
class Subject:
    """A treatment of the ownership scenario, of which some cell was measured."""

    treatment: Treatment
    settings: GroupRebalanceSettings

    @property
    def id(self) -> str:
        """The treatment's."""
        return self.treatment.id

    @property
    def change(self) -> str:
        """What happens to the group, in words."""
        return " and ".join(fault.title for fault in self.settings.faults) or "Nothing changes"

    @property
    def size(self) -> str:
        """How large the group is, and what it owns."""
        counted = (("consumers", "member"), ("partitions", "partition"))
        numbers = [(getattr(self.settings, name), word) for name, word in counted]
        return ", ".join(f"{number} {word}{'s' if number > 1 else ''}" for number, word in numbers)

    @property
    def name(self) -> str:
        """By which rule the partitions are shared out; and what else tells it from its neighbours."""
        told = {name: level for name, level in self.treatment.factors.items() if name not in SHOWN}
        return ", ".join(
            [_rule(self.settings), *(setting_phrase(name, level) for name, level in told.items())]
        )


SHOWN = ("assignor", "remote_assignor", "fault", "consumers", "partitions", "semantics", "scenario")
"""Factors that a heading or the rule's name tells."""


def subjects(run: Run) -> list[Subject]:
    """Those of a run, in the order of the experiment's file."""
    return [
        Subject(one, one.settings)
        for one in run.plan.treatments
        if isinstance(one.settings, GroupRebalanceSettings) and run.total(one.id, "sent") is not None
    ]


def by_change(found: list[Subject]) -> dict[tuple[str, str], list[Subject]]:
    """Those with messages enough, by what happens and by the size of the group."""
    together: dict[tuple[str, str], list[Subject]] = {}
    for one in found:
        if one.settings.messages > MOST_SHOWN:
            together.setdefault((one.change, one.size), []).append(one)
    return together


def rows_of(run: Run, subject: Subject) -> Iterator[pd.DataFrame]:
    """Who owned what, for each measured cell of a treatment, block after block."""
    own = run.cells[run.cells["treatment"] == subject.id].sort_values("block")
    for cell in own["cell"]:
        rows = run.ownership[run.ownership["cell"] == cell] if len(run.ownership) else run.ownership
        if len(rows):
            yield rows


def tenures(rows: pd.DataFrame) -> list[Tenure]:
    """The rows of a cell, in s from its first message."""
    columns = rows[["consumer", "attempt", "partition", "began", "ended"]]
    return [
        Tenure(
            (int(consumer), int(attempt)),
            None if pd.isna(partition) else int(partition),
            float(began),
            inf if pd.isna(ended) else float(ended),
        )
        for consumer, attempt, partition, began, ended in columns.itertuples(index=False)
    ]


def _rule(settings: GroupRebalanceSettings) -> str:
    """The assignor; of the consumer protocol, the brokers' rule too."""
    if settings.assignor is Assignor.CONSUMER_PROTOCOL:
        return f"{settings.assignor} ({settings.remote_assignor})"
    return str(settings.assignor)
