"""Measure the producer as an instrument: its rate, and its own counts."""

from include.rawlog.manifest import ProgramRecord
from include.spark_jobs.measures.event_times_and_rates import rate_between
from include.spark_jobs.measures.rawcell import Metrics, RawCell

NS_PER_MS = 1e6


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column.

    With several producers, each metric is that of the worst producer.
    """
    metrics: Metrics = {"sending_rate": rate_between(cell.created_ns[cell.timed])}
    if cell.settings.traits.is_paced:
        metrics["offered_rate"] = cell.settings.traits.messages_per_second
    for program in cell.manifest.programs:
        for name, value in of_producer(program).items():
            metrics[name] = max(value, metrics.get(name) or 0.0)
    return metrics


def of_producer(program: ProgramRecord) -> dict[str, float]:
    """The metrics of one program, without those that it did not count."""
    counts = program.counts
    sending_ns = counts.get("sending_ns")
    if not sending_ns:
        return {}
    units = {
        "generator_cpu": ("sending_cpu_ns", sending_ns),
        "generator_python_cpu": ("sending_python_cpu_ns", sending_ns),
        "longest_poll_gap": ("longest_poll_gap_ns", NS_PER_MS),
        "lateness_p50": ("lateness_p50_ns", NS_PER_MS),
        "lateness_p99": ("lateness_p99_ns", NS_PER_MS),
    }
    return {metric: counts[count] / unit for metric, (count, unit) in units.items() if count in counts}
