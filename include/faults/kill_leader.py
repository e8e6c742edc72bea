"""Kill the broker that leads, as a crash of its machine would; start it again when the fault ends."""

from include.clusters.cluster import Broker
from include.faults.scene import Scene


def begin(scene: Scene) -> Broker:
    """SIGKILL."""
    broker = scene.leader()
    broker.kill()
    return broker


def end(_scene: Scene, broker: Broker) -> None:
    """Start it again."""
    broker.start()
