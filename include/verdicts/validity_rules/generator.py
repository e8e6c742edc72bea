"""A producer that failed as an instrument: it was late, had no CPU to spare, or did not take reports.

What the brokers made it wait for is not its fault, and not in these figures. On a ladder of rates no cell is
invalid because of its producer: how far the producer comes is an outcome (``include.verdicts.held_rate``).
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

MAX_CPU_SHARE = 0.9
"""Share of one core. Python runs one thread at a time: a producer near one core may limit the rate."""

MAX_GAP_SHARE = 0.05
"""Largest share of the time of sending that one gap without a poll may last. The reports of a gap are timed
at its end: with a longer gap, more than one in twenty of the acknowledgements would be timed late."""

MIN_RATE_SHARE = 0.995
"""Share of the asked rate, for the cells of earlier versions, which recorded only how late the last message
was."""


def was_late(manifest: Manifest) -> str | None:
    """The producer handed messages over late at a fixed rate, although nothing held it up."""
    for name, most_ms in LATENESS_LIMITS:
        late_ns = manifest.counted(f"lateness_{name}_ns")
        if late_ns is not None and late_ns / 1e6 > most_ms:
            return f"the producer was late by {late_ns / 1e6:.1f} ms ({name}); {most_ms:g} ms at most"
    return None


def had_no_cpu_to_spare(manifest: Manifest) -> str | None:
    """The producer used nearly a whole core at a fixed rate."""
    share = _share_of_sending(manifest, "sending_cpu_ns")
    if share is None or share <= MAX_CPU_SHARE:
        return None
    return f"the producer used {share:.0%} of a core; {MAX_CPU_SHARE:.0%} at most"


def did_not_listen(manifest: Manifest) -> str | None:
    """The producer did not take its client's reports for too long at a fixed rate."""
    share = _share_of_sending(manifest, "longest_poll_gap_ns")
    if share is None or share <= MAX_GAP_SHARE:
        return None
    milliseconds = (manifest.counted("longest_poll_gap_ns") or 0) / 1e6
    return (
        f"the producer took no delivery report for {milliseconds:.0f} ms, {share:.1%} of the time; "
        f"{MAX_GAP_SHARE:.0%} at most"
    )


def rate_not_reached(manifest: Manifest) -> str | None:
    """The producer handed its last message over late: the share of the rate that it reached until then."""
    settings = settings_of(manifest.cell.settings)
    late_ns = manifest.counted("late_ns")
    if not settings.is_paced or late_ns is None:
        return None
    asked_seconds = settings.messages / settings.messages_per_second
    share = asked_seconds / (asked_seconds + late_ns / 1e9)
    if share >= MIN_RATE_SHARE:
        return None
    return f"{share:.1%} of the asked rate was sent; {MIN_RATE_SHARE:.1%} at least"


def _share_of_sending(manifest: Manifest, name: str) -> float | None:
    """A time of the producer as a share of its time of sending; None without a fixed rate or a record."""
    part, whole = manifest.counted(name), manifest.counted("sending_ns")
    is_paced = settings_of(manifest.cell.settings).is_paced
    return part / whole if is_paced and part is not None and whole else None
