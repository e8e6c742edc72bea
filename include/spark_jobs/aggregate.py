"""The job that spark-submit runs: from the raw logs of a run to its results.

    spark-submit … include/spark_jobs/aggregate.py <run folder>

Each cell is one Spark task, and the task's Python worker opens the cell's files itself: no row of a raw log
ever crosses into the JVM, and a worker holds one cell at a time, however many cells there are. In large runs
a task measures several cells, one after another.
"""

import sys
from collections.abc import Sequence

from pyspark import SparkContext

from include.matrix.plan import Plan, read_plan
from include.rawlog.attempts import other_attempts
from include.rawlog.seals import sealed_cells
from include.spark_jobs import task
from include.spark_jobs.attempt_results import AttemptResult, attempt_results
from include.spark_jobs.cell import MeasuredCell, RejectedCell
from include.spark_jobs.differences import difference_rows
from include.spark_jobs.plan_check import as_planned
from include.spark_jobs.results import RESULTS_FOLDER, write_results
from include.spark_jobs.summarise import summarise
from include.storage.errors import StorageError
from include.storage.path import AnyPath, path_of
from include.verdicts.validity import Validity

NO_STORAGE, MISSING_FOLDER = 1, 2

MOST_TASKS = 200
"""A task takes the JVM about as much time as a cell takes Python, so that more tasks would not help."""


def main(arguments: Sequence[str]) -> int:
    """Aggregate the run whose folder is the only argument; the exit status."""
    if len(arguments) != 1:
        print("usage: aggregate.py <run folder>", file=sys.stderr)
        return MISSING_FOLDER
    run = path_of(arguments[0]).resolve()
    try:
        if not run.is_dir():
            print(f"{run}: no such run folder; give one that holds a plan.json and cells/", file=sys.stderr)
            return MISSING_FOLDER
        print(aggregate(run))
    except StorageError as error:
        print(error, file=sys.stderr)
        return NO_STORAGE
    return 0


def aggregate(run: AnyPath) -> str:
    """Measure every cell and every other attempt, write the results, and return a sentence with the counts.

    Raises:
        StorageError: a cell could not be read, or the results could not be written; the results are
        unchanged.
    """
    plan, sealed, attempts = plan_of(run), [*sealed_cells(run)], other_attempts(run)
    outcomes = measure_folders([*sealed, *(one.folder for one in attempts if one.has_raw_log)])
    of_cells = [outcomes[str(folder)] for folder in sealed]
    measured = [one for one in of_cells if isinstance(one, MeasuredCell)]
    judged = [*as_planned(plan, measured)] if plan else measured
    cells = sorted((one for one in judged if isinstance(one, MeasuredCell)), key=lambda cell: cell.order)
    rejected = [one for one in (*of_cells, *judged) if isinstance(one, RejectedCell)]
    others = [*attempt_results(plan, attempts, outcomes)]
    differences = difference_rows(plan, cells) if plan else []
    write_results(run, cells, summarise(cells), rejected, differences, others)
    return _sentence(run, cells, rejected, others)


def _sentence(
    run: AnyPath,
    cells: Sequence[MeasuredCell],
    rejected: Sequence[RejectedCell],
    attempts: Sequence[AttemptResult],
) -> str:
    counted = sum(attempt.measured is not None for attempt in attempts)
    further = f"; messages of {counted} further attempts counted" if counted else ""
    if not cells and not rejected:
        return f"{run}: no sealed cells, so the results are empty{further}"
    counts = {"invalid": sum(cell.validity is Validity.INVALID for cell in cells), "rejected": len(rejected)}
    left_out = "".join(f", {count} {what}" for what, count in counts.items() if count)
    return f"{run / RESULTS_FOLDER}: {len(cells)} cells measured{left_out}{further}"


def plan_of(run: AnyPath) -> Plan | None:
    """The plan of a run, which names the cells and their references; None for raw logs without a plan."""
    try:
        return read_plan(run)
    except FileNotFoundError:
        return None


def measure_folders(folders: Sequence[AnyPath]) -> dict[str, MeasuredCell | RejectedCell]:
    """What came of measuring each folder, by its path.

    Raises:
        StorageError: a folder could not be read.
    """
    paths = [str(folder) for folder in folders]
    outcomes = measure_all(paths)
    for outcome in outcomes:
        if isinstance(outcome, StorageError):
            raise outcome
    return {path: one for path, one in zip(paths, outcomes, strict=True) if not isinstance(one, StorageError)}


def measure_all(folders: Sequence[str]) -> list[task.Outcome]:
    """Measure cells on the cluster to which the job was submitted, in ``MOST_TASKS`` tasks at most."""
    if not folders:
        return []
    with SparkContext(appName="kerran") as context:
        return context.parallelize(folders, min(len(folders), MOST_TASKS)).map(task.run).collect()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
