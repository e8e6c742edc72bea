"""Measure any number of runs with Spark: compute their results from their raw logs.

The caller provides the Spark session, such as the session of a notebook or of Spark Connect.
"""

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import uuid4

import pyarrow as pa
from pyspark.sql import SparkSession

from include.kinds.grouping import grouped
from include.machine.storage.object_store_errors import StorageError
from include.machine.storage.path import AnyPath
from include.plan.plan import Plan
from include.rawlog.cells_and_results_of_run import check_measurable
from include.spark_jobs.job.checks import planned_cells
from include.spark_jobs.job.measurement_on_executor import measure_entry
from include.spark_jobs.results.cells_to_measure import Entry, Outcome, entries_of, plan_of
from include.spark_jobs.results.run_results import write_run
from include.spark_jobs.results.table_parts import Parts

MOST_TASKS, CELLS_OF_TASK = 200, 8
"""The maximum number of tasks, and the number of cells that a task measures. Each task costs the JVM a tenth
of a second of CPU time. In the same time, Python measures about five cells of 100,000 rows. So a task
measures several cells, and more tasks would not make the job faster."""


def measure_runs(spark: SparkSession, runs: Sequence[AnyPath]) -> list[str]:
    """Measure all cells and all other attempts of the runs, and write the results of each run.

    Every file of a raw log is read once, by an executor. The executors write the tables with many rows to
    part files. This process receives the metrics, and writes the results.

    Returns:
        A sentence for each run, with its counts of cells.

    Raises:
        MissingRawLogsError: A run cannot be measured again, or would lose a measured cell. The results of all
            runs are unchanged.
        StorageError: A cell could not be read, or the results of a run could not be written. If a cell could
            not be read, the results of all runs are unchanged. If the results of a run could not be written,
            this run has either its former or its new results.
    """
    for run in runs:
        check_measurable(run)
    parts, plans = Parts(uuid4().hex), {run: plan_of(run) for run in runs}
    try:
        outcomes = grouped(measured(spark, plans, parts), lambda pair: pair[0].run)
        return [_written(run, plan, outcomes.get(str(run), []), parts) for run, plan in plans.items()]
    finally:
        for run in runs:
            parts.remove(run)


def measured(
    spark: SparkSession, plans: Mapping[AnyPath, Plan | None], parts: Parts
) -> list[tuple[Entry, Outcome]]:
    """The entries of runs with their outcomes, in the order of ``entries_of``. Executors measure them.

    Raises:
        StorageError: An entry could not be reached, or its rows could not be written to a part file.
    """
    entries = entries_of(plans)
    planned = {str(run): planned_cells(plan) for run, plan in plans.items() if plan}

    def measure(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for place in (place for batch in batches for place in batch["id"].to_pylist()):
            outcome = measure_entry(entries[place], planned.get(entries[place].run), parts)
            yield pa.RecordBatch.from_pydict({"place": [place], "outcome": [pickle.dumps(outcome)]})

    places = spark.range(0, len(entries), 1, number_of_tasks(len(entries)))
    rows = places.mapInArrow(measure, "place long, outcome binary").collect()
    outcomes = {row["place"]: pickle.loads(row["outcome"]) for row in rows}  # noqa: S301 - of this job
    raise_storage_error(outcomes.values())
    return [(entry, outcomes[entry.place]) for entry in entries]


def _written(run: AnyPath, plan: Plan | None, outcomes: Sequence[tuple[Entry, Outcome]], parts: Parts) -> str:
    """Write the results of a run; any failure is a StorageError, also in a folder of this machine."""
    try:
        return write_run(run, plan, outcomes, parts)
    except OSError as error:
        raise StorageError(str(error)) from error


def raise_storage_error(outcomes: Iterable[Outcome]) -> None:
    """Raise the first outcome that is an error of the storage, if there is such an outcome."""
    for outcome in outcomes:
        if isinstance(outcome, StorageError):
            raise outcome


def number_of_tasks(entries: int) -> int:
    """The number of Spark tasks for a number of entries; at least one."""
    return min(max(1, -(-entries // CELLS_OF_TASK)), MOST_TASKS)
