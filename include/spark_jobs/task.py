"""What a Spark task does: measure one cell, in a Python worker that lives for many."""

from typing import TypeAlias

from include.spark_jobs.cell import MeasuredCell, RejectedCell, measure_or_reject
from include.storage.errors import StorageError

Outcome: TypeAlias = MeasuredCell | RejectedCell | StorageError


def run(folder: str) -> Outcome:
    """Measure the cell in a folder, or reject it.

    That the cell can't be reached says nothing about it: it is handed on instead of raised, since Spark
    would wrap it into stack traces of both languages.
    """
    try:
        return measure_or_reject(folder)
    except StorageError as error:
        return error
