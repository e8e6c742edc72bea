"""Kill the leader. The effect resembles a crash of the leader's host."""

from collections.abc import Iterator

from include.faults.scene import Broker, Scene
from include.faults.struck_leader import kill_until_replaced, leader_fault, struck_partition


def inject(scene: Scene) -> Iterator[Broker]:
    """Kill the leader, and start it again when another broker has become the leader."""
    return kill_until_replaced(scene, scene.topic, struck_partition(scene.settings))


RECORD = leader_fault("kill-leader", "The leader is killed", inject)
