"""Stop followers of a partition, so that it has fewer replicas in sync than ``min.insync.replicas``.

Meanwhile the leader refuses messages of producers with ``acks=all`` (NOT_ENOUGH_REPLICAS), and accepts those
of others.
"""

from collections.abc import Iterator

from include.faults.scene import Scene
from include.faults.struck_leader import leader_fault, refuses_missing_partition, struck_partition
from include.settings.faults import KafkaCellSettings

IN_SYNC_TIMEOUT_SECONDS = 60.0
"""The maximum time until the leader has noticed that the followers are gone."""


def inject(scene: Scene) -> Iterator[str]:
    """Stop the last followers, and wait until too few replicas are in sync; start them at the end."""
    settings, partition = scene.settings, struck_partition(scene.settings)
    replicas, _in_sync = scene.brokers.replicas_of(scene.topic, partition)
    stopped = [scene.brokers.broker(id) for id in replicas[-_followers_to_stop(settings) :]]
    for broker in stopped:
        broker.stop()
    remaining = len(replicas) - len(stopped)
    scene.supervisor.wait_until(
        lambda: len(scene.brokers.replicas_of(scene.topic, partition)[1]) <= remaining,
        IN_SYNC_TIMEOUT_SECONDS,
        lambda: f"{' and '.join(map(str, stopped))} remained in sync",
    )
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
