"""Run a command and measure its whole process tree, including the JVM and the workers."""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

INTERVAL_SECONDS = 0.1
MEBIBYTE = 1024 * 1024


@dataclass(frozen=True)
class Usage:
    """The time and memory of a command, for its whole process tree.

    ``seconds`` is the wall time from start to exit, ``cpu_seconds`` is user and system time, and
    ``peak_mebibytes`` is the largest sampled sum of proportional set sizes (a shared page counts once).
    """

    seconds: float
    cpu_seconds: float
    peak_mebibytes: float


def measure(command: Sequence[str], environment: Mapping[str, str], output: Path) -> Usage:
    """Run a command to its end, and write its output to a file.

    Raises:
        RuntimeError: The command failed; the message contains the end of its output.
    """
    cpu: dict[psutil.Process, float] = {}
    peak = 0.0
    began = time.monotonic()
    with output.open("wb") as file:
        process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=file, stderr=file)
        tree = psutil.Process(process.pid)
        while process.poll() is None:
            peak = max(peak, _sample(tree, cpu))
            with suppress(subprocess.TimeoutExpired):
                process.wait(INTERVAL_SECONDS)
    seconds = time.monotonic() - began
    if process.returncode:
        raise RuntimeError(f"{command[0]} exited with {process.returncode}: {output.read_text()[-2000:]}")
    return Usage(seconds, sum(cpu.values()), peak / MEBIBYTE)


def _sample(tree: psutil.Process, cpu: dict[psutil.Process, float]) -> float:
    """Record the CPU time of every process of a tree; return their memory in bytes."""
    memory = 0.0
    with suppress(psutil.NoSuchProcess):
        for process in (tree, *tree.children(recursive=True)):
            with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                times = process.cpu_times()
                cpu[process] = times.user + times.system
                memory += process.memory_full_info().pss
    return memory
