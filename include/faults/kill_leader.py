"""Kill the leader. The effect resembles a crash of the leader's host."""

from collections.abc import Iterator

from include.faults.scene import Broker, Scene
from include.faults.struck_leader import leader, leader_fault, restart_replaced


def inject(scene: Scene) -> Iterator[Broker]:
    """Kill the leader, and start it again when another broker has become the leader."""
    broker = leader(scene)
    broker.kill()
    yield broker
    restart_replaced(scene, broker)


RECORD = leader_fault("kill-leader", "The leader is killed", inject)
