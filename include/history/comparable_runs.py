"""Lineages: runs that can be compared, in the order of their releases or of time."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from include.history.conditions import Conditions, differences, told
from include.history.runs import PastRun, PastRuns
from include.matrix.plan import Treatment
from include.releases.catalogue import released
from include.releases.versions import numbers_of

FEWEST = 2
"""Runs that make a history."""


class Axis(StrEnum):
    """What a history goes along."""

    RELEASE = "release"
    TIME = "time"


@dataclass(frozen=True)
class Lineage:
    """Runs under the same conditions. By release there is one of each: the newest."""

    axis: Axis
    conditions: Conditions
    runs: tuple[PastRun, ...]

    @property
    def is_history(self) -> bool:
        """Whether there is more than one of them."""
        return len(self.runs) >= FEWEST

    @property
    def treatments(self) -> list[Treatment]:
        """Every treatment of any of the runs, by id, as the newest planned it."""
        by_id = {treatment.id: treatment for run in self.runs for treatment in run.treatments}
        return list(by_id.values())

    def name(self, run: PastRun) -> str:
        """What a run is called along the axis."""
        return run.release if self.axis is Axis.RELEASE else run.name

    def day(self, run: PastRun) -> str:
        """When its release came out, or when the run was made; empty where it isn't known."""
        day = released(run.release) if self.axis is Axis.RELEASE else run.created.date()
        return day.isoformat() if day else ""


@dataclass(frozen=True)
class Lineages:
    """The lineages, that of most runs first; ``left_out`` says why of every run that is in none."""

    lineages: list[Lineage]
    left_out: dict[str, str]


def lineages(past: PastRuns, axis: Axis | None = None) -> Lineages:
    """Sort runs into lineages; along releases where there are several, unless it is said along what.

    Where no two runs can be compared, the newest alone is the only lineage.
    """
    if axis is None:
        axis = Axis.RELEASE if len({run.release for run in past.runs}) > 1 else Axis.TIME
    left_out = dict(past.left_out)
    found = sorted(_alike(past.runs, axis, left_out), key=_weight, reverse=True)
    main = found[0]
    shown = [main, *(other for other in found[1:] if other.is_history)]
    for other in found[1:]:
        if not other.is_history:
            differing = told(differences(other.conditions, main.conditions))
            left_out |= {run.name: f"not comparable with the others: {differing}" for run in other.runs}
    return Lineages(shown, left_out)


def _alike(runs: Iterable[PastRun], axis: Axis, left_out: dict[str, str]) -> list[Lineage]:
    together: dict[frozenset[tuple[str, str]], list[PastRun]] = {}
    for run in runs:
        together.setdefault(frozenset(_conditions(run, axis).items()), []).append(run)
    return [
        Lineage(axis, _conditions(alike[0], axis), tuple(_in_order(alike, axis, left_out)))
        for alike in together.values()
    ]


def _conditions(run: PastRun, axis: Axis) -> Conditions:
    return run.conditions if axis is Axis.RELEASE else {"release": run.release, **run.conditions}


def _in_order(runs: list[PastRun], axis: Axis, left_out: dict[str, str]) -> list[PastRun]:
    """Runs, given the oldest first, in the axis's order."""
    if axis is Axis.TIME:
        return runs
    newest: dict[str, PastRun] = {}
    for run in runs:
        if run.release in newest:
            left_out[newest[run.release].name] = f"{run.name} is newer, of the same release {run.release}"
        newest[run.release] = run
    return sorted(newest.values(), key=lambda run: numbers_of(run.release))


def _weight(lineage: Lineage) -> tuple[int, float]:
    """How many runs, then how new."""
    return len(lineage.runs), max(run.created for run in lineage.runs).timestamp()
