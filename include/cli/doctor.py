"""Report what this machine has, what is missing, and how to get it: ``kerran doctor``."""

import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path

import psutil
from rich.console import Console

from include.cli.errors_and_exit_codes import ExitCode
from include.cli.machine_under_load import UnderLoad, expected_half_width, measure_under_load
from include.clusters.backend import servers
from include.machine import folders
from include.machine.containers.compose_command import find_docker
from include.machine.containers.engine import engine
from include.machine.errors import PlatformError
from include.machine.networks.namespace_support import check_possible
from include.machine.networks.ports import LOOPBACK, free_ports
from include.machine.releases.c_compiler import c_compiler
from include.machine.releases.installed_java import find_java
from include.machine.storage.atomic_write import check_storage

GIBIBYTE = 2**30

LEAST_MEMORY = 4 * GIBIBYTE
"""The memory that three brokers, Airflow, the load programs and Spark need. The default sweep used 3 GiB."""

LEAST_DISK = 3 * GIBIBYTE
"""The disk space that the jars and some runs need."""

LEAST_CORES = 2

LEAST_USABLE_CORES = 1.2
"""The speed of all cores together, in cores, below which brokers and load programs disturb each other."""

CPU_SECONDS = 1.0
"""The time for which the CPU use of other processes is measured."""

SLOWEST_CLOCK_NS = 1_000
"""The longest acceptable time for one reading of the clock. A reading takes some tens of ns if no system call
is needed. With clock sources such as hpet and acpi_pm, a reading takes more than a microsecond. This is too
much for a time stamp of each message."""

CLOCK_SOURCE = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")


class State(Enum):
    """The result of a check. The value of a state is the word that ``doctor`` prints."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    ABSENT = "absent"
    """The need is not met, but only some experiments have this need."""
    MISSING = "missing"
    """The need is not met, and no experiment can run until it is met."""


COLOURS = {State.GOOD: "green", State.DOUBTFUL: "yellow", State.ABSENT: "dim", State.MISSING: "red"}


@dataclass(frozen=True)
class Need:
    """A need of Kerran, and whether this machine meets it."""

    name: str
    state: State
    text: str
    """A description of what this machine has, or of how to get what is missing."""


def doctor() -> ExitCode:
    """Print a line for each need of Kerran. The exit code tells whether a sweep can run."""
    console = Console(highlight=False)
    needs = list(findings())
    for need in needs:
        console.print(f"[{COLOURS[need.state]}]{need.state.value:<9}[/]", end="")
        console.print(f"{need.name}: {need.text}", markup=False, soft_wrap=True)
    return ExitCode.BAD_REQUEST if any(need.state is State.MISSING for need in needs) else ExitCode.GOOD


def findings() -> Iterator[Need]:
    """Check all needs. The needs of every run come first, then the optional needs."""
    yield java()
    yield memory(psutil.virtual_memory().available)
    yield from (disk(name, place) for name, place in _local_folders())
    yield ports()
    yield from storage()
    busy, cores = _busy_share(), len(os.sched_getaffinity(0))
    yield cpu(cores, busy, measure_under_load(cores))
    yield clock(_clock_ns())
    yield optional("container engine", "what runs in containers", _engine_version)
    yield optional("Docker's Compose plugin", "what runs in containers", find_docker)
    yield optional(
        "network namespaces", "network faults and added round trips without containers", _namespaces
    )
    yield optional("C compiler", "the faults power-cut, disk-full and slow-disk", c_compiler)
    for server in servers():
        yield optional(server, "the experiment queue", partial(_programs, server))


def java() -> Need:
    """The check that this machine has a Java that brokers and Spark can use."""
    try:
        runtime = find_java()
    except PlatformError as error:
        return Need("Java", State.MISSING, str(error))
    return Need("Java", State.GOOD, f"{runtime.full_version} ({runtime.command})")


def memory(available: int) -> Need:
    """The check of the memory that is available to processes now."""
    return _room(
        "memory", available, LEAST_MEMORY, "available", "end other programs, or use a larger machine"
    )


def disk(name: str, place: Path) -> Need:
    """The check of the free disk space for a folder, which need not exist yet."""
    existing = next(folder for folder in (place, *place.parents) if folder.exists())
    return _room(name, shutil.disk_usage(existing).free, LEAST_DISK, f"free at {place}", "make room")


def _room(name: str, size: int, least: int, words: str, advice: str) -> Need:
    """The check whether a size of memory or disk in bytes is large enough."""
    text = f"{size / GIBIBYTE:.1f} GiB are {words}"
    if size >= least:
        return Need(name, State.GOOD, text)
    return Need(name, State.MISSING, f"{text}, and {least // GIBIBYTE} GiB are needed; {advice}")


def ports() -> Need:
    """The check for enough free ports for three brokers, their controllers, and Airflow."""
    try:
        free_ports(8)
    except OSError as error:
        return Need("ports", State.MISSING, f"{error}; end programs that use these ports")
    return Need("ports", State.GOOD, f"enough are free on {LOOPBACK}")


def storage() -> Iterator[Need]:
    """The check of the object store; nothing if the runs are on a local disk."""
    if isinstance(folders.RUNS, Path):
        return
    try:
        check_storage(folders.RUNS)
    except OSError as error:
        yield Need("object store", State.MISSING, str(error))
    else:
        yield Need("object store", State.GOOD, f"{folders.RUNS} can be written")


def cpu(cores: int, busy: float, load: UnderLoad) -> Need:
    """The check of the number of cores, and what programs, hypervisor and limits leave of them."""
    half_width = expected_half_width(busy + load.stolen)
    text = (
        f"{cores} cores, which under load are {load.cores:.1f} times as fast as one; programs use {busy:.0%} "
        f"of the CPU, and under load the hypervisor takes {load.stolen:.1%}"
    )
    if half_width is not None:
        text += f"; expect about ± {max(1, half_width):.0f} ms for exactly-once in `make sweep`"
    if min(cores, round(load.cores, 1)) < LEAST_USABLE_CORES:
        return Need("CPU", State.DOUBTFUL, f"{text}; {LEAST_CORES} cores or more are recommended")
    return Need("CPU", State.GOOD, text)


def _busy_share() -> float:
    """The share of the CPU time that processes use."""
    percent = psutil.cpu_times_percent(CPU_SECONDS)
    return float(100 - percent.idle - percent.iowait - percent.steal) / 100


def clock(reading_ns: float) -> Need:
    """The check whether reading the clock is fast enough."""
    source = CLOCK_SOURCE.read_text(encoding="utf-8").strip() if CLOCK_SOURCE.exists() else "unknown"
    text = f"one reading takes {reading_ns:.0f} ns (source {source})"
    if reading_ns <= SLOWEST_CLOCK_NS:
        return Need("clock", State.GOOD, text)
    advice = "let the kernel use another source, such as tsc or kvm-clock (/sys/devices/system/clocksource)"
    return Need("clock", State.DOUBTFUL, f"{text}; {advice}")


def optional(name: str, needed_by: str, find: Callable[[], str]) -> Need:
    """The check of an optional resource. ``find`` describes the resource or raises a PlatformError."""
    try:
        return Need(name, State.GOOD, find())
    except PlatformError as error:
        return Need(name, State.ABSENT, f"needed by {needed_by} only. {error}")


def _local_folders() -> Sequence[tuple[str, Path]]:
    runs = [("disk of the runs", folders.RUNS)] if isinstance(folders.RUNS, Path) else []
    return [*runs, ("disk of the cache", folders.CACHE)]


def _clock_ns() -> float:
    """The mean time of 10,000 readings of the monotonic clock, in ns."""
    readings = 10_000
    began = time.monotonic_ns()
    for _ in range(readings):
        time.monotonic_ns()
    return (time.monotonic_ns() - began) / readings


def _engine_version() -> str:
    version = engine(timeout=5).version()
    return f"{version['Version']}, API {version['ApiVersion']}"


def _namespaces() -> str:
    check_possible()
    return "can be created"


def _programs(server: str) -> str:
    return ", ".join(map(str, servers()[server].installed_programs()))
