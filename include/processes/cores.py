"""Cores of the machine, shared by all or divided between brokers and load programs.

On few cores the two compete for CPU time: brokers that got slower are given what load programs leave, and
hardly show it. On cores of their own they do.
"""

import os
from collections.abc import Sequence
from enum import StrEnum

Cores = tuple[int, ...]


class Division(StrEnum):
    """How brokers and load programs use the cores."""

    SHARED = "shared"
    APART = "apart"


def for_brokers(division: Division) -> Cores:
    """The first half of the cores that this process may use; none where they are shared."""
    half, _ = _halves()
    return half if division is Division.APART else ()


def for_load_programs(division: Division) -> Cores:
    """The other half; none where they are shared."""
    _, half = _halves()
    return half if division is Division.APART else ()


def confined(command: Sequence[str], cores: Cores) -> list[str]:
    """A command that runs on these cores only; on any where there are none."""
    prefix = ["taskset", "--cpu-list", listed(cores)] if cores else []
    return [*prefix, *command]


def listed(cores: Cores) -> str:
    """Cores as Linux's tools and container engines take them: ``0,1``."""
    return ",".join(map(str, cores))


def _halves() -> tuple[Cores, Cores]:
    """Of a single core, both have it."""
    cores = tuple(sorted(os.sched_getaffinity(0)))
    half = max(1, len(cores) // 2)
    return cores[:half], cores[half:] or cores
