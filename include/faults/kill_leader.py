"""Kill the broker that leads, as a crash of its machine would; start it again when another leads."""

from include.clusters.cluster import Broker
from include.faults.scene import Scene


def begin(scene: Scene) -> Broker:
    """SIGKILL."""
    broker = scene.leader()
    broker.kill()
    return broker


def end(scene: Scene, broker: Broker) -> None:
    """Start it again, once the others have noticed."""
    scene.wait_for_another_leader(scene.topics.first, scene.settings.fault_partition, str(broker))
    broker.start()
