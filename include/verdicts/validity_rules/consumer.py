"""A consumer that failed as an instrument: it may have taken messages late."""

from include.rawlog.manifest import Manifest
from include.scenarios.registry import settings_of
from include.verdicts.validity_rules.generator import LATENESS_LIMITS


def was_late(manifest: Manifest) -> str | None:
    """Return a reason if a consumer that only receives was not waiting for too long before it took messages.

    The limits are those of the producer, at the other end of every end-to-end latency. What a consumer
    processes is a part of what is measured, and without a fixed rate it always has messages to work on.
    """
    settings = settings_of(manifest.cell.settings)
    if not settings.is_paced or not settings.consumers_only_receive:
        return None
    for name, most_ms in LATENESS_LIMITS:
        count = f"receipt_lateness_{name}_ns"
        late_ns = max((program.counts.get(count, 0) for program in manifest.programs), default=0)
        if late_ns / 1e6 > most_ms:
            return f"a consumer was late by up to {late_ns / 1e6:.1f} ms ({name}); {most_ms:g} ms at most"
    return None
