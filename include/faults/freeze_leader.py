"""Pause the leader, as a long garbage collection would."""

from collections.abc import Iterator

from include.faults.scene import Broker, Scene
from include.faults.struck_leader import leader, leader_fault


def inject(scene: Scene) -> Iterator[Broker]:
    """Pause the leader, and resume it when the fault ends."""
    broker = leader(scene)
    broker.pause()
    yield broker
    broker.resume()


RECORD = leader_fault("freeze-leader", "The leader is paused", inject)
