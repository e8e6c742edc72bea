"""Measure an entry of a job on an executor, and write its rows of the result tables to part files."""

from dataclasses import replace

from include.machine.storage.object_store_errors import StorageError
from include.spark_jobs.job.cell import measure_or_reject
from include.spark_jobs.job.checks import PlannedCells
from include.spark_jobs.results.cells_to_measure import Entry, Outcome
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.spark_jobs.results.table_parts import Parts


def measure_entry(entry: Entry, planned: PlannedCells | None, parts: Parts) -> Outcome:
    """Measure an entry, and write its rows. The outcome does not contain the rows.

    If the folder cannot be reached or a part cannot be written, the cell is not rejected, and the outcome is
    the error. An exception would instead reach the user in stack traces of Java and Python.

    Args:
        entry: The entry.
        planned: The planned cells of the entry's run. A cell that differs from the plan is rejected. With
            None, every cell is measured.
        parts: The part files of the job.
    """
    if not entry.folder:
        return None
    try:
        outcome = measure_or_reject(entry.folder, planned)
        if isinstance(outcome, MeasuredCell):
            # Only violations of an attempt that is not the measurement of its cell count.
            tables = outcome.tables if entry.attempt is None else {"violations": outcome.tables["violations"]}
            parts.put(entry.run, entry.place, tables)
            outcome = replace(outcome, tables={})
    except OSError as error:
        return StorageError(str(error))
    return outcome
