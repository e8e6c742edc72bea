"""Measure the rate of the consumers by themselves."""

from include.spark_jobs.measures.event_times_and_rates import rate_between
from include.spark_jobs.measures.generator import NS_PER_MS
from include.spark_jobs.measures.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    deliveries = cell.deliveries
    return {
        "consumption_rate": rate_between(deliveries.received_ns[cell.is_timed(deliveries.ids)]),
        "consumer_cpu": _cpu(cell),
        "receipt_lateness_p50": _lateness_ms(cell, "receipt_lateness_p50_ns"),
        "receipt_lateness_p99": _lateness_ms(cell, "receipt_lateness_p99_ns"),
    }


def _cpu(cell: RawCell) -> float | None:
    """The largest share of a core that a consumer used; None where no consumer recorded its CPU time."""
    counts = [program.counts for program in cell.manifest.programs]
    shares = [
        count["receiving_cpu_ns"] / count["receiving_ns"] for count in counts if count.get("receiving_ns")
    ]
    return max(shares, default=None)


def _lateness_ms(cell: RawCell, count: str) -> float | None:
    """The largest lateness that a consumer counted, in ms; None where no consumer did."""
    counts = [program.counts[count] for program in cell.manifest.programs if count in program.counts]
    return max(counts) / NS_PER_MS if counts else None
