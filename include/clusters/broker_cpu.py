"""The CPU time of brokers that are processes of this host, and of their just-in-time compilers.

The just-in-time compilers of a Java process take much of its CPU time until the process is warm.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from include.machine.processes.identity import ProcessIdentity

NAMES = (b"C1 CompilerThre", b"C2 CompilerThre")
"""The names of HotSpot's compiler threads, truncated by Linux. The number of threads varies with the work."""

TICKS = os.sysconf("SC_CLK_TCK")

USER, SYSTEM = 11, 12
"""The positions of user and system time (in ticks) in the ``stat`` file of a thread, counted from 0 after the
thread's name. Source: proc_pid_stat(5)."""


@dataclass(frozen=True)
class CpuTime:
    """CPU time of brokers in seconds, user and system."""

    total: float
    compilers: float
    """The part of ``total`` that the just-in-time compilers used. The CPU time of compiler threads that ended
    before the second sample is not included."""


@dataclass(frozen=True)
class BrokerSample:
    """The CPU time in seconds that a broker has taken since its start."""

    total: float
    compilers: dict[int, float]
    """The CPU time of each running compiler thread, by the thread's id. ``total`` includes this time."""


BrokerSamples = dict[ProcessIdentity, BrokerSample]


def cpu_samples(brokers: Sequence[ProcessIdentity]) -> BrokerSamples:
    """The CPU time of each broker that is alive; a fault may have killed some brokers."""
    samples = {}
    for broker in brokers:
        if process := broker.process():
            times = process.cpu_times()
            samples[broker] = BrokerSample(times.user + times.system, compiler_times(process.pid))
    return samples


def used_between(first: BrokerSamples, last: BrokerSamples) -> CpuTime:
    """The CPU time between two samples, summed over the brokers in the second sample.

    The difference is computed for each compiler thread. If a thread has ended between the samples, the
    difference of the sums would be too small, because the second sum would lack the CPU time of this thread.
    """
    pairs = [(first[broker], sample) for broker, sample in last.items()]
    return CpuTime(
        total=sum(after.total - before.total for before, after in pairs),
        compilers=sum(
            seconds - before.compilers.get(thread, 0.0)
            for before, after in pairs
            for thread, seconds in after.compilers.items()
        ),
    )


def compiler_times(pid: int) -> dict[int, float]:
    """The CPU time of each compiler thread of a process in seconds, by the thread's id.

    Only the statistics of compiler threads are read, to save time before and after each cell.
    """
    times: dict[int, float] = {}
    with suppress(FileNotFoundError, ProcessLookupError):  # the process or a thread has ended
        for thread in Path(f"/proc/{pid}/task").iterdir():
            if (thread / "comm").read_bytes().rstrip() in NAMES:
                fields = (thread / "stat").read_bytes().rpartition(b")")[2].split()
                times[int(thread.name)] = (int(fields[USER]) + int(fields[SYSTEM])) / TICKS
    return times
