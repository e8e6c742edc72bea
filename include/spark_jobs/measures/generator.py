"""Measure the producer as an instrument, by what it has counted itself."""

from include.rawlog.manifest import ProgramRecord
from include.spark_jobs.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column; of several producers, each the worst."""
    found: Metrics = {}
    for program in cell.manifest.programs:
        for name, value in of_producer(program).items():
            found[name] = max(value, found.get(name) or 0.0)
    return found


def of_producer(program: ProgramRecord) -> dict[str, float]:
    """The metrics of one program; those that it did not count are left out."""
    counts = program.counts
    sending_ns = counts.get("sending_ns")
    if not sending_ns:
        return {}
    found = {
        "generator_cpu": counts["sending_cpu_ns"] / sending_ns,
        "generator_python_cpu": counts["sending_python_cpu_ns"] / sending_ns,
        "longest_poll_gap": counts["longest_poll_gap_ns"] / 1e6,
    }
    if "lateness_p99_ns" in counts:
        found["lateness_p99"] = counts["lateness_p99_ns"] / 1e6
    return found
