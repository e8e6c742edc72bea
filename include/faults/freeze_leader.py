"""Freeze the broker that leads, as a long garbage collection would."""

from include.clusters.cluster import Broker
from include.faults.scene import Scene


def begin(scene: Scene) -> Broker:
    """Have it stand still."""
    broker = scene.leader()
    broker.pause()
    return broker


def end(_scene: Scene, broker: Broker) -> None:
    """Let it go on."""
    broker.resume()
