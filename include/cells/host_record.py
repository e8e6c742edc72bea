"""The record of the host: its hardware and versions, and its load while a cell ran."""

import os
import platform
import shutil
import socket
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from time import monotonic, monotonic_ns, time_ns
from typing import Any

import psutil

from include.cells.resource_limits import cgroup_limits
from include.clusters.broker_cpu import cpu_samples, used_between
from include.load.librdkafka_calls import library_version
from include.machine.processes.identity import ProcessIdentity
from include.rawlog.host_records import ClockRecord, HostRecord, MachineRecord, UnderLoadRecord

CLOCK = "CLOCK_MONOTONIC"

SAMPLE_INTERVAL_SECONDS = 0.25
"""The minimum time between two samples of memory and disk."""


class HostSampler:
    """Samples CPU, memory and disk of this host, from the sampler's creation until ``record``."""

    def __init__(
        self, brokers: Sequence[ProcessIdentity], folder: Path, idle_brokers: Sequence[ProcessIdentity] = ()
    ) -> None:
        """Take the first sample.

        Args:
            idle_brokers: Brokers of the run's other clusters, which are idle now.
        """
        self._brokers, self._idle_brokers = brokers, idle_brokers
        self._folder = folder
        self._began = monotonic()
        self._first_samples = cpu_samples([*brokers, *idle_brokers])
        self._cpu = psutil.cpu_times()
        self._load_before = os.getloadavg()[0]
        self._least_memory = psutil.virtual_memory().available
        self._least_disk = shutil.disk_usage(folder).free
        self._next_sample = 0.0

    def sample(self) -> None:
        """Sample memory and disk if ``SAMPLE_INTERVAL_SECONDS`` have passed since the last sample."""
        if monotonic() >= self._next_sample:
            self._next_sample = monotonic() + SAMPLE_INTERVAL_SECONDS
            self._least_memory = min(self._least_memory, psutil.virtual_memory().available)
            self._least_disk = min(self._least_disk, shutil.disk_usage(self._folder).free)

    def record(
        self,
        program_seconds: float,
        throttled_percent: float = 0,
        under_load: UnderLoadRecord | None = None,
        network_seconds: float = 0,
    ) -> MachineRecord:
        """The load of this host since the first sample.

        Args:
            throttled_percent: The percentage of the time for which the brokers were paused on purpose.
            network_seconds: CPU time of the programs that delayed packets.
        """
        cpu = psutil.cpu_times()
        now = cpu_samples(self._brokers)
        brokers = used_between(self._first_samples, now)
        idle = used_between(self._first_samples, cpu_samples(self._idle_brokers)).total
        busy = _busy_seconds_of(cpu) - _busy_seconds_of(self._cpu)
        return MachineRecord(
            seconds=monotonic() - self._began,
            cpu_brokers=brokers.total,
            cpu_programs=program_seconds,
            cpu_others=busy - brokers.total - program_seconds - idle - network_seconds,
            cpu_network=network_seconds,
            cpu_idle_brokers=idle,
            cpu_steal=cpu.steal - self._cpu.steal,
            cpu_compilers=brokers.compilers if now else None,
            memory_available_bytes=self._least_memory,
            disk_free_bytes=self._least_disk,
            load_before=self._load_before,
            under_load=under_load,
            brokers_held_percent=throttled_percent,
        )


def busy_seconds() -> float:
    """The busy time of all cores since the host started, in seconds.

    Time that the hypervisor took (steal) is included.
    """
    cpu = psutil.cpu_times()
    return _busy_seconds_of(cpu) + float(cpu.steal)


def _busy_seconds_of(cpu: Any) -> float:  # noqa: ANN401 - psutil names this type differently on every system
    return float(cpu.user + cpu.nice + cpu.system + cpu.irq + cpu.softirq)


class ClockRecorder:
    """Reads the cell's clock together with the wall clock, at the start and at the end of a cell."""

    def __init__(self) -> None:
        self.began_ns, self.began_wall_ns = monotonic_ns(), time_ns()

    def record(self) -> ClockRecord:
        """The readings of the cell's clock and of the wall clock, at the start of the cell and now."""
        return ClockRecord(
            name=CLOCK,
            began_ns=self.began_ns,
            began_wall_ns=self.began_wall_ns,
            ended_ns=monotonic_ns(),
            ended_wall_ns=time_ns(),
        )


@cache
def host_record() -> HostRecord:
    """The hardware and operating system of this host, and the versions of Python and libraries."""
    limits = cgroup_limits()
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
