"""A producer that failed as an instrument: it was late, had no CPU to spare, or did not take reports.

What the brokers made it wait for is not its fault, and not in these figures.
"""

from include.rawlog.manifest import Manifest
from include.scenarios.registry import settings_of

MAX_LATENESS_MS = 10.0
"""The largest 99th percentile of how late messages are handed over. Latencies include this time."""

MAX_MEDIAN_LATENESS_MS = 2.0
"""The largest median of the same, at a share of the capacity. Only median latencies are compared there. Near
the capacity the producer and the brokers compete for the cores, so that some messages are late because of the
load: at 90 % the median was 0.4 to 1.3 ms, and the 99th percentile 10 to 120 ms."""

MAX_CPU_SHARE = 0.9
"""Share of one core. Python runs one thread at a time: a producer near one core may limit the rate."""

MAX_GAP_SHARE = 0.01
"""Largest share of the time of sending that one gap without a poll may last. The reports of a gap are timed
at its end: with a longer gap, more than one in a hundred of the acknowledgements would be timed late."""

MIN_RATE_SHARE = 0.995
"""Share of the asked rate, for the cells of earlier versions, which recorded only how late the last message
was."""


def was_late(manifest: Manifest) -> str | None:
    """The producer handed messages over late at a fixed rate, although nothing held it up."""
    is_median = _is_at_share_of_capacity(manifest)
    name, most_ms = ("p50", MAX_MEDIAN_LATENESS_MS) if is_median else ("p99", MAX_LATENESS_MS)
    late_ns = manifest.counted(f"lateness_{name}_ns")
    if late_ns is None or late_ns / 1e6 <= most_ms:
        return None
    return f"the producer was late by {late_ns / 1e6:.1f} ms ({name}); {most_ms:g} ms at most"


def had_no_cpu_to_spare(manifest: Manifest) -> str | None:
    """The producer used nearly a whole core at a fixed rate."""
    share = _share_of_sending(manifest, "sending_cpu_ns")
    if share is None or share <= MAX_CPU_SHARE:
        return None
    return f"the producer used {share:.0%} of a core; {MAX_CPU_SHARE:.0%} at most"


def did_not_listen(manifest: Manifest) -> str | None:
    """The producer did not take its client's reports for too long at a fixed rate.

    At a share of the capacity no acknowledgement is compared, so that the rule does not apply.
    """
    if _is_at_share_of_capacity(manifest):
        return None
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


def _is_at_share_of_capacity(manifest: Manifest) -> bool:
    return settings_of(manifest.cell.settings).percent_of_capacity is not None


def _share_of_sending(manifest: Manifest, name: str) -> float | None:
    """A time of the producer as a share of its time of sending; None without a fixed rate or a record."""
    part, whole = manifest.counted(name), manifest.counted("sending_ns")
    is_paced = settings_of(manifest.cell.settings).is_paced
    return part / whole if is_paced and part is not None and whole else None
