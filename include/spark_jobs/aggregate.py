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
from include.rawlog.seals import sealed_cells
from include.spark_jobs import task
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
    """Measure every sealed cell of a run, write the results, and return a sentence with the counts.

    Raises:
        StorageError: a cell could not be read, or the results could not be written; the results are
        unchanged.
    """
    plan, outcomes = plan_of(run), measure_all([str(folder) for folder in sealed_cells(run)])
    for outcome in outcomes:
        if isinstance(outcome, StorageError):
            raise outcome
    measured = [one for one in outcomes if isinstance(one, MeasuredCell)]
    judged = [*as_planned(plan, measured)] if plan else measured
    cells = sorted((one for one in judged if isinstance(one, MeasuredCell)), key=lambda cell: cell.order)
    rejected = [one for one in (*outcomes, *judged) if isinstance(one, RejectedCell)]
    write_results(run, cells, summarise(cells), rejected, difference_rows(plan, cells) if plan else [])
    return _sentence(run, cells, rejected)


def _sentence(run: AnyPath, cells: Sequence[MeasuredCell], rejected: Sequence[RejectedCell]) -> str:
    if not cells and not rejected:
        return f"{run}: no sealed cells, so the results are empty"
    counts = {"invalid": sum(cell.validity is Validity.INVALID for cell in cells), "rejected": len(rejected)}
    left_out = "".join(f", {count} {what}" for what, count in counts.items() if count)
    return f"{run / RESULTS_FOLDER}: {len(cells)} cells measured{left_out}"


def plan_of(run: AnyPath) -> Plan | None:
    """The plan of a run, which names the cells and their references; None for raw logs without a plan."""
    try:
        return read_plan(run)
    except FileNotFoundError:
        return None


def measure_all(folders: Sequence[str]) -> list[task.Outcome]:
    """Measure cells on the cluster to which the job was submitted, in ``MOST_TASKS`` tasks at most."""
    if not folders:
        return []
    with SparkContext(appName="kerran") as context:
        return context.parallelize(folders, min(len(folders), MOST_TASKS)).map(task.run).collect()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
