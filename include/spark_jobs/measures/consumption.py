"""Measure the consumers: their rate, their CPU time, and the lateness of receipts."""

from include.spark_jobs.measures.event_times_and_rates import rate_between
from include.spark_jobs.measures.generator import NS_PER_MS, Ratios, worst
from include.spark_jobs.measures.rawcell import Metrics, RawCell

CONSUMERS: Ratios = {
    "consumer_cpu": ("receiving_cpu_ns", "receiving_ns"),
    "receipt_lateness_p50": ("receipt_lateness_p50_ns", NS_PER_MS),
    "receipt_lateness_p99": ("receipt_lateness_p99_ns", NS_PER_MS),
}
"""The metrics from a consumer's own counts."""


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    deliveries = cell.deliveries
    return {
        "consumption_rate": rate_between(deliveries.received_ns[cell.is_timed(deliveries.ids)]),
        **worst(cell.manifest.programs, CONSUMERS),
    }
