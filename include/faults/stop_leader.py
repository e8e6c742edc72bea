"""Stop the broker that leads in good order, as for maintenance; start it again when the fault ends."""

from include.clusters.cluster import Broker
from include.faults.scene import Scene


def begin(scene: Scene) -> Broker:
    """SIGTERM: it hands its leaderships over first."""
    broker = scene.leader()
    broker.stop()
    return broker


def end(_scene: Scene, broker: Broker) -> None:
    """Start it again."""
    broker.start()
