"""Load programs that failed as instruments: a producer or a consumer was late, or a producer took no reports.

What the brokers made a producer wait for is not its fault, and not in these figures. Nor is its CPU time:
librdkafka may keep a core busy while it waits for slow brokers, which is an outcome. A producer that lacks
CPU time for its own work is late. On a ladder of rates no cell is invalid because of its producer: how far
the producer comes is an outcome (``include.verdicts.held_rate``).
"""

from include.rawlog.manifest import Manifest
from include.scenarios.registry import settings_of
from include.verdicts.held_rate import MAX_MEDIAN_LATENESS_MS

MAX_LATENESS_MS = 50.0
"""The largest 99th percentile of the same. In those attempts it was 1 to 29 ms. It is higher where latencies
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
    if not settings_of(manifest.cell.settings).is_paced or not gaps:
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
    if not settings.is_paced or not settings.consumers_only_receive:
        return None
    for name, most_ms in LATENESS_LIMITS:
        late_ms = _largest_ms(manifest, f"receipt_lateness_{name}_ns")
        if late_ms > most_ms:
            return f"a consumer was late by up to {late_ms:.1f} ms ({name}); {most_ms:g} ms at most"
    return None


def _largest_ms(manifest: Manifest, count: str) -> float:
    """The largest count in ns of a program, in ms; 0 if no program has it."""
    return max((program.counts.get(count, 0) for program in manifest.programs), default=0) / 1e6
