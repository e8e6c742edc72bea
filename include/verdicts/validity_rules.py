"""The rules that make a cell invalid: each rule gives the reason as a clause, or None.

The producer's lateness does not contain waiting times that brokers cause. No rule judges the CPU time of a
producer, because librdkafka may keep a core busy while it waits for slow brokers. If a producer does not get
enough CPU time for its own work, it is late, and its lateness is judged. The rules about lateness do not
apply on a ladder of rates, because the rate that a cell reaches is an outcome there
(``include.verdicts.held_rate``).
"""

from include.rawlog.manifest import Manifest
from include.scenarios.registry import settings_of

MAX_OTHERS_SHARE = 0.25
"""The largest share of the CPU time that processes other than brokers and load programs may use. The limit
follows from the effect of the share on the median latency of 60 paced cells (the default experiment, linger 5
ms, two cores). The latency of a cell was divided by the median of its treatment. The quotient was 0.92 to
1.23 (median 1.0) at shares up to 0.12. It was 0.96 to 1.04 at shares from 0.15 to 0.25, and 1.07 at a share
of 0.3. At shares from 0.46 to 0.72, it was 1.09 to 1.31 (median 1.19)."""

MAX_STEAL_SHARE = 0.01
"""The largest share of the CPU time that the hypervisor may take.

The figures are from the history of 26 releases in docs/history.md, whose cells were paced and had no linger.
The median latency of at-least-once was 1.4 to 8.3 ms with a mean share of 0.0006 or less, and 4.4 to 10.6 ms
with a share of 0.0008 to 0.002. It was 24 ms with a share of 0.007, and 19 ms with a share of 0.015. The
smallest share that a cell of three seconds on two cores can show is 0.002: one clock tick.
"""

SWEEP_LOAD = 16.0
"""The load average over one minute that the many threads of a sweep alone can cause. On a quiet machine, the
load average before a cell was up to 14.5. ``cpu_taken_by_others`` allows this load plus one for each core."""

MIN_MEMORY_SHARE = 0.05
"""The smallest share of the memory that must be available. With less memory, the kernel drops pages of the
brokers' logs, which must then be read from the disk."""

MIN_DISK_BYTES = 2**30
"""The minimum free space on the disk of the raw log. File systems become slow before they are full. With
three replicas, 100,000 messages of 1 KiB take 300 MiB.
"""

MAX_CLOCK_STEP_SECONDS = 0.1
"""The largest allowed step of the wall clock. Time daemons correct small deviations gradually, and large
deviations in one step (ntpd from 0.128 s). The wall clock and the cell's clock are read one after the other;
on a busy machine, 0.00005 s passed in between. If the machine was suspended during the cell, the step is
several seconds."""


def cpu_taken_by_others(manifest: Manifest) -> str | None:
    """Processes other than brokers and load programs used too much CPU time.

    If CPU time cannot be attributed to processes, the rule judges the load average before the cell.
    """
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
    """The wall clock was set to another time, or the machine was suspended."""
    step = manifest.clock.step_ns / 1e9
    if abs(step) <= MAX_CLOCK_STEP_SECONDS:
        return None
    return (
        f"the wall clock advanced {step:+.3f} s beside the cell's clock (it was set, or the machine was "
        f"suspended); {MAX_CLOCK_STEP_SECONDS:g} s at most"
    )


def _others_are_visible(manifest: Manifest) -> bool:
    """Whether CPU time can be attributed to processes.

    The brokers' CPU time must be known, and the cell must have no fault.
    """
    return manifest.machine.cpu_brokers > 0 and not settings_of(manifest.cell.settings).traits.faults


def _share_of_cpu(manifest: Manifest, seconds: float) -> float:
    """A CPU time as a share of the time of all cores; 0 if the manifest does not contain the cell's time."""
    capacity = manifest.machine.seconds * manifest.host.cores
    return seconds / capacity if capacity else 0.0
