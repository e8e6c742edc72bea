"""What a Spark task does: measure one cell, in a Python worker that lives for many."""

from include.spark_jobs.cell import MeasuredCell, RejectedCell, measure_or_reject
from include.spark_jobs.lean import prepare_worker


def run(folder: str) -> MeasuredCell | RejectedCell:
    """Measure the cell in a folder, or reject it."""
    prepare_worker()
    return measure_or_reject(folder)
