"""What the container of a load program may use."""

from dataclasses import dataclass

from include.matrix.conditions import Conditions

MIB = 2**20


@dataclass(frozen=True)
class Limits:
    """CPUs, and bytes of memory, of each container; None where it has no limit."""

    cpus: float | None = None
    memory_bytes: int | None = None


def limits_of(conditions: Conditions) -> Limits:
    """The limits of load programs under a run's conditions."""
    memory = conditions.load_memory_mib
    return Limits(conditions.load_cpus, int(memory * MIB) if memory else None)
