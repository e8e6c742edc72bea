"""CPU cores of the machine, shared or divided between brokers and load programs.

On few cores, brokers and load programs compete for CPU time. If brokers become slower on shared cores, they
use CPU time that the load programs leave unused, which hides the slow-down. On separate cores, a slow-down is
visible.
"""

import os
from collections.abc import Sequence
from enum import StrEnum

Cores = tuple[int, ...]
"""Core numbers as Linux counts them, from 0; empty: no restriction."""


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
