"""Measure the rate of the consumers by themselves."""

from include.spark_jobs.rates import rate_between
from include.spark_jobs.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    deliveries = cell.deliveries
    return {"consumption_rate": rate_between(deliveries.received_ns[cell.is_timed(deliveries.ids)])}
