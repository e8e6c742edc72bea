"""Stop followers of a partition, so that it has fewer replicas in sync than ``min.insync.replicas``.

Meanwhile the leader refuses messages of producers with ``acks=all`` (NOT_ENOUGH_REPLICAS), and accepts those
of others.
"""

from collections.abc import Iterator

from include.faults.scene import Scene
from include.faults.struck_leader import leader_fault, refuses_missing_partition, stop_last_followers
from include.settings.faults import KafkaCellSettings


def inject(scene: Scene) -> Iterator[str]:
    """Stop the last followers, and wait until too few replicas are in sync; start them at the end."""
    stopped = stop_last_followers(scene, _followers_to_stop(scene.settings))
    yield " and ".join(map(str, stopped))
    for broker in stopped:
        broker.start()


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell in which more than one of the three brokers would have to stop.

    Brokers are also controllers, and without a majority of controllers no replica leaves those in sync.
    """
    if settings.replication < 2:
        return "needs a replication of 2 or 3: with one replica there is no follower"
    if _followers_to_stop(settings) > 1:
        needed = settings.traits.delivery.config.min_insync_replicas
        return (
            f"needs min_insync_replicas equal to replication, which is {settings.replication}, not {needed}: "
            "it stops one broker, and the others must be too few"
        )
    return refuses_missing_partition(settings)


def _followers_to_stop(settings: KafkaCellSettings) -> int:
    return settings.replication - settings.traits.delivery.config.min_insync_replicas + 1


RECORD = leader_fault("stop-followers", "Too few replicas are in sync", inject, refuses=refuses)
