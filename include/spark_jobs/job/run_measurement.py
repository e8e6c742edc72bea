"""Measure any number of runs with Spark: compute their results from their raw logs.

The caller provides the Spark session, such as the session of a notebook or of Spark Connect.
"""

from collections.abc import Iterator, Mapping, Sequence
from uuid import uuid4

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from include.matrix.plan import Plan
from include.spark_jobs.job.checks import planned_cells
from include.spark_jobs.job.spark_task import measure_entries
from include.spark_jobs.results.cells_to_measure import MEASURED_ROW, entries_of, plan_of
from include.spark_jobs.results.table_parts import Parts
from include.storage.errors import StorageError
from include.storage.path import AnyPath, path_of

MOST_TASKS, CELLS_OF_TASK = 200, 8
"""The maximum number of tasks, and the number of cells that a task measures. Each task costs the JVM a tenth
of a second of CPU time. In the same time, Python measures about five cells of 100,000 rows. So a task
measures several cells, and more tasks would not make the job faster."""

WRITTEN = pa.schema({"run": pa.string(), "sentence": pa.string(), "error": pa.string()})
"""For each run, a sentence with its counts of cells, or the reason why its results could not be written."""


def measure_runs(spark: SparkSession, runs: Sequence[AnyPath]) -> list[str]:
    """Measure all cells and all other attempts of the runs, and write the results of each run.

    Every file of a raw log is read once, and its rows stay in the worker that reads it.

    Returns:
        A sentence for each run, with its counts of cells.

    Raises:
        StorageError: A cell could not be read, or the results of a run could not be written. If a cell could
            not be read, the results of all runs are unchanged. If the results of a run could not be written,
            this run has either its former or its new results.
    """
    parts, plans = Parts(uuid4().hex), {run: plan_of(run) for run in runs}
    frame = measured_frame(spark, plans, parts).persist()
    try:
        _raise_unreachable(frame)
        sentences = _write_all(frame, parts)
    finally:
        frame.unpersist()
        for run in runs:
            parts.remove(run)
    return [sentences.get(str(run)) or _empty(run, parts) for run in runs]


def measured_frame(spark: SparkSession, plans: Mapping[AnyPath, Plan | None], parts: Parts) -> DataFrame:
    """A ``MEASURED_ROW`` for each entry of the runs. Entries are measured when the rows are requested."""
    entries = entries_of(plans)
    planned_of_runs = {str(run): planned_cells(plan) for run, plan in plans.items() if plan}

    def measure(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        places = [place for batch in batches for place in batch["id"].to_pylist()]
        if places:
            yield from measure_entries([entries[place] for place in places], planned_of_runs, parts)

    places = spark.range(0, len(entries), 1, number_of_tasks(len(entries)))
    return places.mapInArrow(measure, from_arrow_schema(MEASURED_ROW))


def number_of_tasks(entries: int) -> int:
    """The number of Spark tasks for a number of entries; at least one."""
    return min(max(1, -(-entries // CELLS_OF_TASK)), MOST_TASKS)


def _raise_unreachable(frame: DataFrame) -> None:
    """Measure every entry.

    Raises:
        StorageError: An entry could not be reached.
    """
    for row in frame.where(frame["unreachable"].isNotNull()).select("unreachable").collect():
        raise StorageError(row["unreachable"])


def _write_all(frame: DataFrame, parts: Parts) -> dict[str, str]:
    """Write the results of each run in a separate task. Return a sentence for each run.

    Raises:
        StorageError: The results of a run could not be written.
    """

    def write(entries: pa.Table) -> pa.Table:
        from include.spark_jobs.results.run_results import write_run  # only workers need SciPy

        run = path_of(entries["run"][0].as_py())
        sentence = error = None
        try:
            sentence = write_run(run, entries, parts)
        except OSError as problem:
            error = str(problem)
        return pa.table([[str(run)], [sentence], [error]], schema=WRITTEN)

    rows = frame.coalesce(1)  # one task reads some rows of every partition faster than one task per partition
    sentences = rows.groupBy("run").applyInArrow(write, from_arrow_schema(WRITTEN)).collect()
    for row in sentences:
        if row["error"] is not None:
            raise StorageError(row["error"])
    return {row["run"]: row["sentence"] for row in sentences}


def _empty(run: AnyPath, parts: Parts) -> str:
    """Write empty results for a run that has no entries, and return a sentence about the run."""
    from include.spark_jobs.results.run_results import write_run

    return write_run(run, MEASURED_ROW.empty_table(), parts)
