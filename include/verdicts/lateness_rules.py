"""The validity rules about late load programs.

Each rule gives the reason why a cell is invalid, as a clause, or None.
"""

from include.rawlog.manifest import Manifest
from include.scenarios.registry import settings_of
from include.verdicts.held_rate import MAX_MEDIAN_LATENESS_MS

MAX_LATENESS_MS = 50.0
"""The largest allowed 99th percentile, in ms, of the lateness with which the producer hands messages over. In
the attempts that held_rate.py describes, this percentile was 1 to 29 ms. High lateness and high latencies
occur together, because both are due to a lack of CPU time. A fifth of the attempts exceeded a limit of 10 ms.
Because of that limit, the attempts with the highest latencies were repeated, which biased the results."""

LATENESS_LIMITS = (("p50", MAX_MEDIAN_LATENESS_MS), ("p99", MAX_LATENESS_MS))
"""The judged percentiles of the lateness, each with its limit in ms."""

MAX_GAP_SHARE = 0.05
"""The largest share of the sending time that one gap between two polls may take. Delivery reports that arrive
in a gap get the time at which the gap ends. With a longer gap, more than one in twenty acknowledgements would
be timed late."""


def producer_was_late(manifest: Manifest) -> str | None:
    """At a fixed rate, a producer handed messages over too late; waiting for brokers does not count."""
    return _lateness(manifest, "lateness", "a producer was late by")


def producer_took_no_reports(manifest: Manifest) -> str | None:
    """At a fixed rate, the producer's longest gap between two polls for delivery reports was too long."""
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
    """A consumer took messages too late: it was not waiting when they arrived.

    The limits are the same as for the producer, because the lateness of both is a part of the end-to-end
    latency. Consumers that also process messages are not judged, because processing is part of the
    measurement. Without a fixed rate, consumers are not judged, because they always have messages to work on.
    """
    settings = settings_of(manifest.cell.settings)
    if not settings.traits.is_paced or not settings.traits.consumers_only_receive:
        return None
    return _lateness(manifest, "receipt_lateness", "a consumer was late by up to")


def _lateness(manifest: Manifest, counts: str, beginning: str) -> str | None:
    """The reason why a late program makes a cell invalid. The judged counts' names begin with ``counts``."""
    for name, most_ms in LATENESS_LIMITS:
        times_ns = [program.counts.get(f"{counts}_{name}_ns", 0) for program in manifest.programs]
        late_ms = max(times_ns, default=0) / 1e6
        if late_ms > most_ms:
            return f"{beginning} {late_ms:.1f} ms ({name}); {most_ms:g} ms at most"
    return None
