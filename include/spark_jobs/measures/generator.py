"""Measure the producer as a load generator: its rate, its CPU time, and its lateness."""

from collections.abc import Iterable, Mapping

from include.rawlog.manifest import ProgramRecord
from include.spark_jobs.measures.event_times_and_rates import rate_between
from include.spark_jobs.measures.rawcell import Metrics, RawCell

NS_PER_MS = 1e6

Ratios = Mapping[str, tuple[str, str | float]]
"""For each metric, the numerator and the divisor of its ratio. The numerator is the name of a program's count
(a time in ns). The divisor is the name of another count, or a number of ns."""

GENERATOR: Ratios = {
    "generator_cpu": ("sending_cpu_ns", "sending_ns"),
    "generator_python_cpu": ("sending_python_cpu_ns", "sending_ns"),
    "longest_poll_gap": ("longest_poll_gap_ns", NS_PER_MS),
    "lateness_p50": ("lateness_p50_ns", NS_PER_MS),
    "lateness_p99": ("lateness_p99_ns", NS_PER_MS),
}
"""The metrics from a producer's own counts."""


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column.

    With several producers, each metric of ``GENERATOR`` has the value of the worst producer.
    """
    metrics: Metrics = {"sending_rate": rate_between(cell.created_ns[cell.timed])}
    if cell.settings.traits.pace.is_fixed:
        metrics["offered_rate"] = cell.settings.traits.pace.messages_per_second
    return {**metrics, **worst(cell.manifest.programs, GENERATOR)}


def worst(programs: Iterable[ProgramRecord], ratios: Ratios) -> dict[str, float]:
    """For each metric in ``ratios`` that at least one program counted, the largest ratio of all programs."""
    metrics: dict[str, float] = {}
    for counts in (program.counts for program in programs):
        for metric, (count, unit) in ratios.items():
            divisor = counts.get(unit) if isinstance(unit, str) else unit
            if divisor and count in counts:
                metrics[metric] = max(counts[count] / divisor, metrics.get(metric, 0.0))
    return metrics
