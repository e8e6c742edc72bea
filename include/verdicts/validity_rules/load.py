"""A load that was not the load that was asked for, or was disturbed without a fault."""

from include.rawlog.manifest import Manifest
from include.scenarios.registry import settings_of

MIN_RATE_SHARE = 0.995
"""Share of the asked rate. A producer that sends less measures another load than was asked for."""


def rate_not_reached(manifest: Manifest) -> str | None:
    """The producer was late at a fixed rate: the share of the rate that it reached until its last message."""
    settings = settings_of(manifest.cell.settings)
    late_ns = manifest.counted("late_ns")
    if not settings.is_paced or late_ns is None:
        return None
    asked_seconds = settings.messages / settings.messages_per_second
    share = asked_seconds / (asked_seconds + late_ns / 1e9)
    if share >= MIN_RATE_SHARE:
        return None
    return f"{share:.1%} of the asked rate was sent; {MIN_RATE_SHARE:.1%} at least"


def replicas_out_of_sync(manifest: Manifest) -> str | None:
    """A partition had fewer in-sync replicas than replicas."""
    replicas = settings_of(manifest.cell.settings).replication
    if manifest.in_sync is None or manifest.in_sync.fewest >= replicas:
        return None
    return f"a partition had {manifest.in_sync.fewest} replicas in sync; {replicas} at least"


def partitions_reassigned(manifest: Manifest) -> str | None:
    """Consumers were assigned other partitions during the measurement."""
    times = manifest.counted("reassigned")
    return f"consumers were told of other partitions while it was measured: {times} times" if times else None


def connections_lost(manifest: Manifest) -> str | None:
    """Connections to brokers were lost."""
    lost = manifest.counted("connections_lost")
    return f"connections to brokers were lost: {lost}" if lost else None
