"""CPU cores of the machine, shared or divided between brokers and load programs.

On few cores, brokers and load programs compete for CPU time. On shared cores, brokers that become slower use
CPU time that the load programs leave unused; this hides the slow-down. On separate cores, a slow-down is
visible.
"""

import os
from collections.abc import Sequence
from enum import StrEnum

Cores = tuple[int, ...]
"""The numbers of CPU cores, counted from 0 as in Linux; empty if any core may be used."""


class CoreAllocation(StrEnum):
    """The ways in which brokers and load programs use the cores."""

    SHARED = "shared"
    APART = "apart"


def halves() -> tuple[Cores, Cores]:
    """The cores that this process may use, in two halves.

    If there is only one core, both halves are that core.
    """
    cores = tuple(sorted(os.sched_getaffinity(0)))
    half = max(1, len(cores) // 2)
    return cores[:half], cores[half:] or cores


def confined(command: Sequence[str], cores: Cores) -> list[str]:
    """A command line that runs ``command`` on these cores only; if ``cores`` is empty, on any core."""
    prefix = ["taskset", "--cpu-list", listed(cores)] if cores else []
    return [*prefix, *command]


def listed(cores: Cores) -> str:
    """Core numbers in the form of Linux tools and container engines: ``0,1``."""
    return ",".join(map(str, cores))
