"""How much of its CPU a machine has under load, and how precise the default experiment will be on it.

An idle machine does not show what a hypervisor takes: it takes time only from those who want it.
"""

import subprocess
import sys
from dataclasses import dataclass

import psutil

from include.plan.start_variation import EarlierStart, published_starts

ALONE_SECONDS, TOGETHER_SECONDS = 2.0, 8.0

BURN = """
import sys, time
count, end = 0, time.monotonic() + float(sys.argv[1])
while time.monotonic() < end:
    sum(range(1000))
    count += 1
print(count)
"""
"""A program that computes for some seconds, and prints how much it has computed."""

NEAREST = 5
"""The number of published runs with the most similar noise from which the precision is estimated."""

STUDENT = 2.57
"""The half-width of a 95 % interval of six pairs, in standard errors."""


@dataclass(frozen=True)
class UnderLoad:
    """What a machine did while all of its cores were busy."""

    cores: float
    """The number of cores that all computations together had, each as fast as one alone."""
    stolen: float
    """The share of the CPU that the hypervisor took."""


def measure_under_load(cores: int) -> UnderLoad:
    """Keep one core busy, then all cores, for ten seconds in all."""
    alone = sum(_burn(1, ALONE_SECONDS)) / ALONE_SECONDS
    before = psutil.cpu_times()
    together = sum(_burn(cores, TOGETHER_SECONDS)) / TOGETHER_SECONDS
    after = psutil.cpu_times()
    stolen = (after.steal - before.steal) / (TOGETHER_SECONDS * cores)
    return UnderLoad(together / alone if alone else 0.0, stolen)


def _burn(processes: int, seconds: float) -> list[int]:
    command = [sys.executable, "-c", BURN, str(seconds)]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(processes)]
    return [int(process.communicate(timeout=10 * seconds + 60)[0]) for process in started]


def expected_half_width(noise: float) -> float | None:
    """The expected half-width in ms of the interval of exactly-once's latency in ``make sweep``.

    The widest of the published runs with the most similar noise. ``noise`` is the share of the CPU that
    other programs and the hypervisor take. None without published runs.
    """
    runs = [start for start in published_starts() if _is_exactly_once(start)]
    nearest = sorted(runs, key=lambda start: abs(start.hypervisor_share + start.others_share - noise))
    return max((STUDENT * start.error for start in nearest[:NEAREST]), default=None)


def _is_exactly_once(start: EarlierStart) -> bool:
    return start.metric == "latency_p50" and start.treatment.startswith("exactly-once")
