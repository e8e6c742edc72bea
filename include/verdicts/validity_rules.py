"""The rules by which a cell is invalid: each returns the reason as a clause, or None.

What the brokers made a producer wait for is not its fault, and not in its figures. Nor is its CPU time:
librdkafka may keep a core busy while it waits for slow brokers, which is an outcome. A producer that lacks
CPU time for its own work is late. On a ladder of rates no cell is invalid because of its producer: how far
the producer comes is an outcome (``include.verdicts.held_rate``).
"""

from include.matrix.cluster_kinds.registry import manages_brokers
from include.matrix.plan import ARM_FACTOR
from include.rawlog.manifest import Manifest
from include.scenarios.registry import settings_of
from include.verdicts.held_rate import MAX_MEDIAN_LATENESS_MS

MAX_COMPILATION_SHARE = 0.35
"""Share of the brokers' CPU time that is spent on just-in-time compilation. Three brokers that were just
started had 0.37 to 0.57, and handled 600 to 1,700 messages for each second of CPU time. After 220 s of work
they had 0.34 at most, mostly less than 0.2, and handled 3,900 to 10,400."""


def still_compiling(manifest: Manifest) -> str | None:
    """Brokers whose share of compilation shows that they are cold. Judges this very cell."""
    machine = manifest.machine
    if not _compilation_is_conclusive(manifest):
        return None
    share = (machine.cpu_compilers or 0) / machine.cpu_brokers
    if share <= MAX_COMPILATION_SHARE:
        return None
    return (
        f"{share:.0%} of the brokers' CPU time went into compiling them; {MAX_COMPILATION_SHARE:.0%} at most"
    )


def warm_up_too_short(manifest: Manifest) -> str | None:
    """Brokers that Kerran started and that were not seen to be warm at the end of their warm-up.

    Applies where the share of compilation is not conclusive.
    """
    is_own, warm_up = manages_brokers(manifest.cluster.kind), manifest.warm_up
    if not is_own or _compilation_is_conclusive(manifest) or warm_up is None or warm_up.steady:
        return None
    return f"the brokers were not seen to be warm after a warm-up of {warm_up.seconds:.0f} s"


def _compilation_is_conclusive(manifest: Manifest) -> bool:
    """Whether the share of compilation shows how warm the brokers are.

    Brokers with little to do, as at a low rate, spend half of their time on compilation, warm or not. Arms
    are compared at rates at which the share was 0.36 to 0.54 on cold brokers and 0.05 to 0.3 on warm ones.
    """
    machine = manifest.machine
    is_visible = machine.cpu_compilers is not None and machine.cpu_brokers > 0
    is_saturating = settings_of(manifest.cell.settings).traits.is_saturating
    return is_visible and (is_saturating or _compares_arms(manifest))


def _compares_arms(manifest: Manifest) -> bool:
    return ARM_FACTOR in manifest.cell.factors


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
    return manifest.machine.cpu_brokers > 0 and not settings_of(manifest.cell.settings).traits.faults


def _share_of_cpu(manifest: Manifest, seconds: float) -> float:
    """The share of the CPU time of all cores; 0 where the manifest does not contain it."""
    capacity = manifest.machine.seconds * manifest.host.cores
    return seconds / capacity if capacity else 0.0


MAX_LATENESS_MS = 50.0
"""The largest 99th percentile of how late the producer handed messages over, in ms. In the attempts of which
held_rate.py tells it was 1 to 29 ms. It is higher where latencies
are: both are due to a lack of CPU time. A limit of 10 ms, which a fifth of them exceeded, had the attempts
with the highest latencies repeated."""

LATENESS_LIMITS = (("p50", MAX_MEDIAN_LATENESS_MS), ("p99", MAX_LATENESS_MS))
"""The percentiles of the lateness that are judged, and their limits in ms."""

MAX_GAP_SHARE = 0.05
"""Largest share of the time of sending that one gap without a poll may last. The reports of a gap are timed
at its end: with a longer gap, more than one in twenty of the acknowledgements would be timed late."""


def producer_was_late(manifest: Manifest) -> str | None:
    """The producer handed messages over late at a fixed rate, although nothing held it up."""
    for name, most_ms in LATENESS_LIMITS:
        late_ms = _largest_ms(manifest, f"lateness_{name}_ns")
        if late_ms > most_ms:
            return f"a producer was late by {late_ms:.1f} ms ({name}); {most_ms:g} ms at most"
    return None


def producer_took_no_reports(manifest: Manifest) -> str | None:
    """The producer did not take its client's reports for too long at a fixed rate."""
    gaps = [
        (program.counts["longest_poll_gap_ns"], program.counts["sending_ns"])
        for program in manifest.programs
        if "longest_poll_gap_ns" in program.counts and program.counts.get("sending_ns")
    ]
    if not settings_of(manifest.cell.settings).traits.is_paced or not gaps:
        return None
    gap_ns, sending_ns = max(gaps, key=lambda gap: gap[0] / gap[1])
    share = gap_ns / sending_ns
    if share <= MAX_GAP_SHARE:
        return None
    return (
        f"a producer took no delivery report for {gap_ns / 1e6:.0f} ms, {share:.1%} of the time; "
        f"{MAX_GAP_SHARE:.0%} at most"
    )


def consumer_was_late(manifest: Manifest) -> str | None:
    """A reason if a consumer that only receives was not waiting for too long before it took messages.

    The limits are those of the producer, at the other end of every end-to-end latency. What a consumer
    processes is a part of what is measured, and without a fixed rate it always has messages to work on.
    """
    settings = settings_of(manifest.cell.settings)
    if not settings.traits.is_paced or not settings.traits.consumers_only_receive:
        return None
    for name, most_ms in LATENESS_LIMITS:
        late_ms = _largest_ms(manifest, f"receipt_lateness_{name}_ns")
        if late_ms > most_ms:
            return f"a consumer was late by up to {late_ms:.1f} ms ({name}); {most_ms:g} ms at most"
    return None


def _largest_ms(manifest: Manifest, count: str) -> float:
    """The largest count in ns of a program, in ms; 0 if no program has it."""
    return max((program.counts.get(count, 0) for program in manifest.programs), default=0) / 1e6
