"""Measure the rate of the consumers by themselves."""

from include.spark_jobs.rates import rate_between
from include.spark_jobs.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    deliveries = cell.deliveries
    return {
        "consumption_rate": rate_between(deliveries.received_ns[cell.is_timed(deliveries.ids)]),
        "consumer_cpu": _cpu(cell),
    }


def _cpu(cell: RawCell) -> float | None:
    """The largest share of a core that a consumer used; None where no consumer recorded its CPU time."""
    counts = [program.counts for program in cell.manifest.programs]
    shares = [one["receiving_cpu_ns"] / one["receiving_ns"] for one in counts if one.get("receiving_ns")]
    return max(shares, default=None)
