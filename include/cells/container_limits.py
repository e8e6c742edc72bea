"""What a load program's container may use."""

import os
from dataclasses import dataclass

MIB = 2**20


class LimitError(ValueError):
    """A limit that isn't one; the message names the variable and what would be right."""


@dataclass(frozen=True)
class Limits:
    """CPUs, and bytes of memory, of each container; None where it has no limit."""

    cpus: float | None = None
    memory_bytes: int | None = None


def limits() -> Limits:
    """The limits that the environment sets: ``LOAD_CPUS`` (1.5) and ``LOAD_MEMORY_MIB`` (512).

    Raises:
        LimitError: one isn't a number above 0.
    """
    cpus, memory = _number("LOAD_CPUS"), _number("LOAD_MEMORY_MIB")
    return Limits(cpus, int(memory * MIB) if memory else None)


def _number(variable: str) -> float | None:
    text = os.environ.get(variable)
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise LimitError(f"{variable}: {text!r} should be a number above 0")
    return number
