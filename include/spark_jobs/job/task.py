"""What a Spark task does: measure its entries, one after another, and write their rows in parts."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from include.spark_jobs.job.cell import measure_or_reject
from include.spark_jobs.job.checks import PlannedCells, as_planned
from include.spark_jobs.results.entries import Entry, Outcome, batch_of, row_of
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.spark_jobs.results.row_parts import Parts, PartWriter
from include.storage.errors import StorageError


def measure_entries(
    entries: Sequence[Entry], planned_of_runs: Mapping[str, PlannedCells], parts: Parts
) -> Iterator[pa.RecordBatch]:
    """Yield a batch of one ``MEASURED_ROW`` for each entry, and write the rows of all tables in parts.

    A cell that is not as ``planned_of_runs`` says, by the folder of its run, is rejected. Runs without a plan
    are missing there, and their cells are measured.

    That a folder cannot be reached, or a part cannot be written, does not mean that a cell is broken: the row
    says so, because Spark would wrap an exception into stack traces of both languages.
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
        outcome = measure_or_reject(entry.folder)
        if isinstance(outcome, MeasuredCell) and planned_cells is not None:
            outcome = as_planned(planned_cells, outcome)
        if isinstance(outcome, MeasuredCell):
            writer.add(entry.run, entry.place, _counted(entry, outcome))
    except OSError as error:
        return StorageError(str(error))
    return outcome


def _counted(entry: Entry, cell: MeasuredCell) -> dict[str, pa.Table]:
    """The rows that count: all rows of a measurement, and of another attempt those of violations."""
    return cell.tables if entry.attempt is None else {"violations": cell.tables["violations"]}
