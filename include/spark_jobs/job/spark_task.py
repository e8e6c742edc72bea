"""The work of a Spark task: measure its entries, one after another, and write their rows to part files."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from include.spark_jobs.job.cell import measure_or_reject
from include.spark_jobs.job.checks import PlannedCells
from include.spark_jobs.results.cells_to_measure import Entry, Outcome, batch_of, row_of
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.spark_jobs.results.table_parts import Parts, PartWriter
from include.storage.errors import StorageError


def measure_entries(
    entries: Sequence[Entry], planned_of_runs: Mapping[str, PlannedCells], parts: Parts
) -> Iterator[pa.RecordBatch]:
    """Yield a batch with one ``MEASURED_ROW`` for each entry, and write the table rows to part files.

    ``planned_of_runs`` contains the planned cells by the folder of the run. A cell that differs from the plan
    of its run is rejected. The cells of a run without a plan are all measured.

    If a folder cannot be reached or a part cannot be written, the cell is not rejected, and its row contains
    the reason. An exception would instead reach the user in stack traces of Java and Python.
    """
    with TemporaryDirectory(prefix="kerran-parts-", ignore_cleanup_errors=True) as folder:
        writer = PartWriter(parts, Path(folder))
        for entry in entries:
            yield batch_of([row_of(entry, _measured(entry, planned_of_runs.get(entry.run), writer))])
        try:
            writer.finish()
        except OSError as error:
            yield batch_of([row_of(entries[-1], StorageError(str(error)))])


def _measured(entry: Entry, planned_cells: PlannedCells | None, writer: PartWriter) -> Outcome:
    if not entry.folder:
        return None
    try:
        outcome = measure_or_reject(entry.folder, planned_cells)
        if isinstance(outcome, MeasuredCell):
            writer.add(entry.run, entry.place, _counted(entry, outcome))
    except OSError as error:
        return StorageError(str(error))
    return outcome


def _counted(entry: Entry, cell: MeasuredCell) -> dict[str, pa.Table]:
    """The rows for the results: all rows of a sealed cell, but only the violations of any other attempt."""
    return cell.tables if entry.attempt is None else {"violations": cell.tables["violations"]}
