"""Pause a broker that follows the leader of the partition; the leader waits for it, or goes on without it."""

from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Broker, Scene
from include.faults.struck_settings import StruckSettings


def begin(scene: Scene) -> Broker:
    """Pause the first follower."""
    (_leader, first, *_others), _in_sync = scene.brokers.replicas_of(
        scene.topic, scene.settings.fault_partition
    )
    broker = scene.brokers.broker(first)
    broker.pause()
    return broker


def end(_scene: Scene, broker: Broker) -> None:
    """Resume the broker."""
    broker.resume()


def refuses(settings: StruckSettings) -> str | None:
    """A partition without followers has no target."""
    return None if settings.replication > 1 else "needs a replication of 2 or more, not 1"


RECORD = Fault(
    "freeze-follower", "A follower is paused", Target.BROKER, Capability.BROKER, begin, end, refuses
)
