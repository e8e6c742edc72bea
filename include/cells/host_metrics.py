"""What the machine did while a cell ran, and what machine it is."""

import os
import platform
import shutil
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from time import monotonic, monotonic_ns, time_ns
from typing import Any

import psutil

from include.cells.control_group import own_limits
from include.clusters.jit_cpu import compiler_seconds
from include.load_runtime.effective_settings import library_version
from include.processes.identity import ProcessIdentity
from include.rawlog.manifest import ClockRecord, HostRecord, MachineRecord

CLOCK = "CLOCK_MONOTONIC"
_LOOK_EVERY = 0.25


@dataclass(frozen=True)
class Work:
    """Seconds of CPU time, user and system, of a broker; and those of its compilers among them."""

    all: float
    compiling: float


class MachineWatch:
    """Watches CPU, memory and disk from its making until asked for the record."""

    def __init__(
        self, brokers: Sequence[ProcessIdentity], folder: Path, idle: Sequence[ProcessIdentity] = ()
    ) -> None:
        """``folder`` is where the raw log is written, on the disk that is watched.

        ``idle`` are brokers that the run has beside those of the cell, and that wait for their own.
        """
        self._brokers, self._idle = brokers, idle
        self._folder = folder
        self._began = monotonic()
        self._worked = _work_of([*brokers, *idle])
        self._cpu = psutil.cpu_times()
        self._load_before = os.getloadavg()[0]
        self._least_memory = psutil.virtual_memory().available
        self._least_disk = shutil.disk_usage(folder).free
        self._look_due = 0.0

    def look(self) -> None:
        """Sample memory and disk, a few times a second at most."""
        if monotonic() >= self._look_due:
            self._look_due = monotonic() + _LOOK_EVERY
            self._least_memory = min(self._least_memory, psutil.virtual_memory().available)
            self._least_disk = min(self._least_disk, shutil.disk_usage(self._folder).free)

    def record(self, program_seconds: float, held_percent: float = 0) -> MachineRecord:
        """What happened until now; the programs' CPU time is what they said themselves.

        ``held_percent`` is for how much of the time brokers were made to stand still.
        """
        cpu = psutil.cpu_times()
        now = _work_of(self._brokers)
        brokers = self._since(now).all
        idle = self._since(_work_of(self._idle)).all
        busy = _busy(cpu) - _busy(self._cpu)
        return MachineRecord(
            seconds=monotonic() - self._began,
            cpu_brokers=brokers,
            cpu_programs=program_seconds,
            cpu_others=busy - brokers - program_seconds - idle,
            cpu_idle_brokers=idle,
            cpu_steal=cpu.steal - self._cpu.steal,
            cpu_compilers=self._since(now).compiling if now else None,
            memory_available_bytes=self._least_memory,
            disk_free_bytes=self._least_disk,
            load_before=self._load_before,
            brokers_held_percent=held_percent,
        )

    def _since(self, now: dict[ProcessIdentity, Work]) -> Work:
        """What those brokers have done together since the watch began."""
        began = [self._worked[broker] for broker in now]
        return Work(
            sum(work.all for work in now.values()) - sum(work.all for work in began),
            sum(work.compiling for work in now.values()) - sum(work.compiling for work in began),
        )


def _work_of(brokers: Sequence[ProcessIdentity]) -> dict[ProcessIdentity, Work]:
    """Of the brokers that live; what a fault ended is left out."""
    processes = {broker: broker.process() for broker in brokers}
    return {broker: _work(process) for broker, process in processes.items() if process}


def _work(process: psutil.Process) -> Work:
    times = process.cpu_times()
    return Work(times.user + times.system, compiler_seconds(process.pid))


def _busy(cpu: Any) -> float:  # noqa: ANN401 - psutil names this type differently on every system
    return float(cpu.user + cpu.nice + cpu.system + cpu.irq + cpu.softirq)


class ClockWatch:
    """The cell's clock, paired with the wall clock at both ends."""

    def __init__(self) -> None:
        self.began_ns, self.began_wall_ns = monotonic_ns(), time_ns()

    def record(self) -> ClockRecord:
        """The pairing from the start until now."""
        return ClockRecord(
            name=CLOCK,
            began_ns=self.began_ns,
            began_wall_ns=self.began_wall_ns,
            ended_ns=monotonic_ns(),
            ended_wall_ns=time_ns(),
        )


@cache
def host_record() -> HostRecord:
    """This machine, and the versions that matter."""
    limits = own_limits()
    return HostRecord(
        name=socket.gethostname(),
        system=_system(),
        kernel=platform.release(),
        processor=_processor(),
        cores=psutil.cpu_count() or 0,
        memory_bytes=psutil.virtual_memory().total,
        versions={
            "python": platform.python_version(),
            "confluent-kafka": version("confluent-kafka"),
            "librdkafka": library_version(),
            "pyspark": version("pyspark"),
            "apache-airflow": version("apache-airflow"),
        },
        cpu_limit=limits.cpus,
        memory_limit_bytes=limits.memory_bytes,
    )


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.system()


def _processor() -> str:
    models = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        if line.startswith("model name")
    ]
    return models[0] if models else platform.machine()
