"""Pause brokers that follow the leader of the partition; the leader waits, or goes on without them."""

from collections.abc import Iterator

from include.faults.scene import Scene
from include.faults.struck_leader import refuses_missing_partition, struck_partition
from include.kinds.fault import Capability, Fault, Target
from include.settings.fault_parameters import PauseFollowerParameters, parameters
from include.settings.faults import KafkaCellSettings


def inject(scene: Scene) -> Iterator[str]:
    """Pause the first followers, and resume them when the fault ends."""
    count = parameters(scene.settings, PauseFollowerParameters).paused_followers
    (_leader, *ids), _in_sync = scene.brokers.replicas_of(scene.topic, struck_partition(scene.settings))
    followers = [scene.brokers.broker(id) for id in ids[:count]]
    for broker in followers:
        broker.pause()
    yield " and ".join(map(str, followers))
    for broker in followers:
        broker.resume()


def refuses(settings: KafkaCellSettings) -> str | None:
    """A partition with too few followers has no target."""
    count = parameters(settings, PauseFollowerParameters).paused_followers
    if settings.replication > count:
        return refuses_missing_partition(settings)
    return f"needs a replication of {count + 1} or more, not {settings.replication}"


RECORD = Fault(
    "pause-follower",
    "Followers are paused",
    Target.BROKER,
    Capability.BROKER,
    inject,
    refuses,
    parameters=("paused_followers", "fault_partition"),
)
