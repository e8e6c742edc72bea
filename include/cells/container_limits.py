"""The CPU and memory limits of a container or of a control group."""

from dataclasses import dataclass

from include.matrix.conditions import Conditions

MIB = 2**20


@dataclass(frozen=True)
class ResourceLimits:
    """The maximum use of CPU (number of CPUs) and memory (bytes); None for a resource without a limit."""

    cpus: float | None = None
    memory_bytes: int | None = None


def limits_of(conditions: Conditions) -> ResourceLimits:
    """Return the limits of each load program's container under the conditions of a run."""
    memory = conditions.load_memory_mib
    return ResourceLimits(conditions.load_cpus, int(memory * MIB) if memory else None)
