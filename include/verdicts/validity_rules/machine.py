"""A machine that did something else while the cell was measured, or lacked memory or disk space."""

from include.rawlog.manifest import Manifest
from include.scenarios.registry import settings_of

MAX_OTHERS_SHARE = 0.25
"""Share of the CPU time that neither brokers nor load programs used.

The limit follows from its effect on the median latency of 60 paced cells (the default experiment, linger
5 ms, two cores), relative to the median of their treatment: up to a share of 0.12 it was 0.92 to 1.23 times
as high (median 1.0), from 0.15 to 0.25 0.96 to 1.04 times, at 0.3 1.07 times, and from 0.46 to 0.72 1.09 to
1.31 times (median 1.19).
"""

MAX_STEAL_SHARE = 0.01
"""Share of the CPU time that the hypervisor took.

In a history of 26 releases (paced, without linger), at-least-once had a median of 1.4 to 8.3 ms where the
mean share was 0.0006 or less, of 4.4 to 10.6 ms from 0.0008 to 0.002, and of 24 and 19 ms at 0.007 and 0.015
(docs/history.md). A cell of three seconds on two cores cannot show less than 0.002: one clock tick.
"""

SWEEP_LOAD = 16.0
"""The load average over a minute that a sweep itself causes: its brokers and clients have many threads. On a
quiet machine it was up to 14.5 before a cell. The limit is this load plus one for each core."""

MIN_MEMORY_SHARE = 0.05
"""Share of the memory that is available. With less, the kernel drops pages of the brokers' logs, which are
then read from the disk."""

MIN_DISK_BYTES = 2**30
"""File systems slow down before they are full; a cell of 100,000 messages of 1 KiB writes 300 MiB."""

MAX_CLOCK_STEP_SECONDS = 0.1
"""Daemons slew smaller deviations of the wall clock and step larger ones (ntpd from 0.128 s). A busy machine
put 0.00005 s between the readings of the two clocks. A machine that was suspended shows a step of seconds."""


def cpu_taken_by_others(manifest: Manifest) -> str | None:
    """Other processes used too much CPU time; where that is not visible, the load was too high before."""
    if not _others_are_visible(manifest):
        load, limit = manifest.machine.load_before, SWEEP_LOAD + manifest.host.cores
        return f"the load before the cell was {load:.1f}; {limit:.0f} at most" if load > limit else None
    share = _share_of_cpu(manifest, manifest.machine.cpu_others)
    if share <= MAX_OTHERS_SHARE:
        return None
    return f"others took {share:.0%} of the CPU; {MAX_OTHERS_SHARE:.0%} at most"


def cpu_stolen(manifest: Manifest) -> str | None:
    """The hypervisor took too much CPU time."""
    share = _share_of_cpu(manifest, manifest.machine.cpu_steal)
    if share <= MAX_STEAL_SHARE:
        return None
    return f"the hypervisor took {share:.1%} of the CPU; {MAX_STEAL_SHARE:.0%} at most"


def too_little_memory(manifest: Manifest) -> str | None:
    """Too little memory was available."""
    if not manifest.host.memory_bytes:
        return None
    share = manifest.machine.memory_available_bytes / manifest.host.memory_bytes
    if share >= MIN_MEMORY_SHARE:
        return None
    return f"{share:.1%} of the memory was available; {MIN_MEMORY_SHARE:.0%} at least"


def too_little_disk_space(manifest: Manifest) -> str | None:
    """The disk of the raw log was nearly full."""
    free = manifest.machine.disk_free_bytes
    if free is None or free >= MIN_DISK_BYTES:
        return None
    return f"{free / 2**20:.0f} MiB were free on the disk; {MIN_DISK_BYTES / 2**20:.0f} MiB at least"


def clock_was_set(manifest: Manifest) -> str | None:
    """The wall clock was set, or the machine was suspended."""
    step = manifest.clock.step_ns / 1e9
    if abs(step) <= MAX_CLOCK_STEP_SECONDS:
        return None
    return (
        f"the wall clock advanced {step:+.3f} s beside the cell's clock (it was set, or the machine was "
        f"suspended); {MAX_CLOCK_STEP_SECONDS:g} s at most"
    )


def _others_are_visible(manifest: Manifest) -> bool:
    """False when CPU time cannot be attributed: brokers are not visible, or there is a fault."""
    return manifest.machine.cpu_brokers > 0 and not settings_of(manifest.cell.settings).faults


def _share_of_cpu(manifest: Manifest, seconds: float) -> float:
    """The share of the CPU time of all cores; 0 where the manifest does not contain it."""
    capacity = manifest.machine.seconds * manifest.host.cores
    return seconds / capacity if capacity else 0.0
