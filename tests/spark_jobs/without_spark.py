"""What the Spark job does, in this process and without Spark: for tests of what becomes of cells."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa

from include.spark_jobs.job.checks import planned_cells
from include.spark_jobs.job.spark_task import measure_entries
from include.spark_jobs.results.cells_to_measure import MEASURED_ROW, entries_of, outcomes_of, plan_of
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from include.spark_jobs.results.run_results import Results, write_run
from include.spark_jobs.results.run_results import write_results as write
from include.spark_jobs.results.summary import summary_rows
from include.spark_jobs.results.table_parts import Parts, PartWriter
from include.storage.errors import StorageError
from include.storage.path import AnyPath

PARTS = Parts("test")


def measure_run(run: AnyPath) -> str:
    """Measure a run and write its results; return the sentence with the counts."""
    plan = plan_of(run)
    entries = entries_of({run: plan})
    planned = {str(run): planned_cells(plan)} if plan else {}
    try:
        batches = list(measure_entries(entries, planned, PARTS)) if entries else []
        rows = pa.Table.from_batches(batches, MEASURED_ROW)
        outcomes = list(outcomes_of(rows))
        for _, outcome in outcomes:
            if isinstance(outcome, StorageError):
                raise outcome
        return write_run(run, rows, PARTS)
    finally:
        PARTS.remove(run)


def write_results(
    run: Path,
    cells: Sequence[MeasuredCell],
    rejected: Sequence[RejectedCell] = (),
    differences: Sequence[dict[str, Any]] = (),
) -> None:
    """Write the results of cells that were measured, or made up."""
    with TemporaryDirectory() as folder:
        writer = PartWriter(PARTS, Path(folder))
        for place, cell in enumerate(cells):
            writer.add(str(run), place, cell.tables)
        writer.finish()
    write(run, Results(cells, summary_rows(cells), rejected, differences), PARTS)
    PARTS.remove(run)
