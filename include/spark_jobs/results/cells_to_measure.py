"""The entries that a job measures: the sealed cells of runs, and all other attempts of these runs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from include.machine.storage.object_store_errors import StorageError
from include.machine.storage.path import AnyPath
from include.plan.plan import Plan, read_plan
from include.rawlog.cells_and_results_of_run import AttemptEnd, other_attempts, sealed_cells
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell


@dataclass(frozen=True)
class Entry:
    """A sealed cell, or an attempt that did not become the measurement of its cell."""

    run: str
    """The folder of the run."""
    cell: str
    """The name of the cell's folder."""
    folder: str
    """The folder of the raw log; empty if an attempt left no complete raw log."""
    attempt: int | None = None
    """The number of the attempt; None for a sealed cell."""
    ended: str | None = None
    """How the attempt ended; None for a sealed cell."""
    failure: str = ""
    """The reason why the attempt failed; empty for an attempt that did not fail, and for a sealed cell."""
    place: int = 0
    """The number of the entry in the job. The entries of a run have successive numbers, in the order of the
    run's tables."""


def entries_of(plans: Mapping[AnyPath, Plan | None]) -> list[Entry]:
    """The entries of all runs: for each run the cells in the order of the plan, and then the other attempts.

    Args:
        plans: The runs with their plans. The cells of a run without a plan are in the order of their names.
    """
    entries = [entry for run, plan in plans.items() for entry in (*_cells(run, plan), *_attempts(run))]
    return [replace(entry, place=place) for place, entry in enumerate(entries)]


def plan_of(run: AnyPath) -> Plan | None:
    """The plan of a run; None if the run has only raw logs and no plan."""
    try:
        return read_plan(run)
    except FileNotFoundError:
        return None


def _cells(run: AnyPath, plan: Plan | None) -> Iterator[Entry]:
    order = {cell.id: cell.order for cell in plan.cells} if plan else {}
    folders = sorted(sealed_cells(run), key=lambda folder: order.get(folder.name, len(order)))
    return (Entry(str(run), folder.name, str(folder)) for folder in folders)


def _attempts(run: AnyPath) -> Iterator[Entry]:
    for other_attempt in other_attempts(run):
        folder = str(other_attempt.folder) if other_attempt.end is AttemptEnd.REPEATED else ""
        yield Entry(
            str(run),
            other_attempt.cell,
            folder,
            other_attempt.number,
            other_attempt.end.value,
            other_attempt.failure,
        )


Outcome = MeasuredCell | RejectedCell | StorageError | None
"""The outcome of measuring an entry; None for an attempt without a complete raw log. A StorageError is the
reason why the entry could not be reached, or its rows could not be written."""
