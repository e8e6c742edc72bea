"""Measure the rate of the producer by itself."""

from include.spark_jobs.measures.moments import rate_between
from include.spark_jobs.measures.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    return {"sending_rate": rate_between(cell.created_ns[cell.timed])}
