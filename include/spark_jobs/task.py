"""What a Spark task does: measure one cell. A Python worker runs many tasks."""

from typing import TypeAlias

from include.spark_jobs.cell import MeasuredCell, RejectedCell
from include.spark_jobs.rejection import measure_or_reject
from include.storage.errors import StorageError

Outcome: TypeAlias = MeasuredCell | RejectedCell | StorageError


def run(folder: str) -> Outcome:
    """Measure the cell in a folder, or reject it.

    That a cell cannot be reached does not mean that it is broken: the error is returned instead of raised,
    because Spark would wrap it into stack traces of both languages.
    """
    try:
        return measure_or_reject(folder)
    except StorageError as error:
        return error
