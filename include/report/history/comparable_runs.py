"""Groups of comparable runs. Within a group, the runs are sorted by release or by time."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from include.kinds.grouping import grouped
from include.machine.releases.kafka_catalogue import released
from include.machine.releases.versions import numbers_of
from include.plan.treatment import Treatment
from include.report.history.conditions import Conditions, differences, shortened
from include.report.history.past_runs import PastRun, PastRuns

FEWEST_RUNS = 2
"""The minimum number of runs of a history."""


class Axis(StrEnum):
    """The axis along which a history shows its runs."""

    RELEASE = "release"
    TIME = "time"


@dataclass(frozen=True)
class ComparableRuns:
    """Runs under the same conditions.

    If the axis shows releases, only the newest run of each release is included.
    """

    axis: Axis
    conditions: Conditions
    runs: tuple[PastRun, ...]

    @property
    def is_history(self) -> bool:
        """Whether the group has more than one run."""
        return len(self.runs) >= FEWEST_RUNS

    @property
    def treatments(self) -> list[Treatment]:
        """Every treatment of the runs, as planned in the last run that has it."""
        by_id = {treatment.id: treatment for run in self.runs for treatment in run.plan.treatments}
        return list(by_id.values())

    def name(self, run: PastRun) -> str:
        return run.plan.release if self.axis is Axis.RELEASE else run.name

    def day(self, run: PastRun) -> str:
        """The day of the release or of the run, depending on the axis; empty if it is unknown."""
        day = released(run.plan.release) if self.axis is Axis.RELEASE else run.plan.created.date()
        return day.isoformat() if day else ""


@dataclass(frozen=True)
class RunGroups:
    """Groups of comparable runs, largest first. ``left_out`` tells why other runs are in no group."""

    groups: list[ComparableRuns]
    left_out: dict[str, str]


def group_runs(past: PastRuns, axis: Axis | None = None) -> RunGroups:
    """Sort runs into groups of comparable runs.

    Without ``axis``, the axis is ``release`` if the runs have several releases, and otherwise ``time``.

    A group of a single run is left out. If no two runs can be compared, the newest run is the only group.
    """
    if axis is None:
        axis = Axis.RELEASE if len({run.plan.release for run in past.runs}) > 1 else Axis.TIME
    left_out = dict(past.left_out)
    main, *others = sorted(
        _by_conditions(past.runs, axis, left_out),
        key=lambda group: (len(group.runs), max(run.plan.created for run in group.runs).timestamp()),
        reverse=True,
    )
    for other in others:
        if not other.is_history:
            differing = shortened(differences(other.conditions, main.conditions))
            left_out |= {
                run.name: f"not comparable with the first group of runs: {differing}" for run in other.runs
            }
    return RunGroups([main, *(other for other in others if other.is_history)], left_out)


def _by_conditions(runs: Iterable[PastRun], axis: Axis, left_out: dict[str, str]) -> list[ComparableRuns]:
    groups = grouped(runs, lambda run: frozenset(_conditions(run, axis).items()))
    return [
        ComparableRuns(axis, _conditions(group[0], axis), tuple(_in_order(group, axis, left_out)))
        for group in groups.values()
    ]


def _conditions(run: PastRun, axis: Axis) -> Conditions:
    return run.conditions if axis is Axis.RELEASE else {"release": run.plan.release, **run.conditions}


def _in_order(runs: list[PastRun], axis: Axis, left_out: dict[str, str]) -> list[PastRun]:
    """Sort the runs in the order of the axis. The oldest of ``runs`` must come first.

    If the axis shows releases, only the newest run of each release stays; the others are added to
    ``left_out``.
    """
    if axis is Axis.TIME:
        return runs
    newest: dict[str, PastRun] = {}
    for run in runs:
        if run.plan.release in newest:
            left_out[newest[run.plan.release].name] = (
                f"{run.name} is a newer run of the same release {run.plan.release}"
            )
        newest[run.plan.release] = run
    return sorted(newest.values(), key=lambda run: numbers_of(run.plan.release))
