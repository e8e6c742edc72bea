"""Stop the leader in an orderly way, as for maintenance, and start it again when the fault ends."""

from collections.abc import Iterator

from include.faults.scene import Broker, Scene
from include.faults.struck_leader import leader, leader_fault


def inject(scene: Scene) -> Iterator[Broker]:
    """Stop the leader, which first hands its partitions over to other brokers; start it again."""
    broker = leader(scene)
    broker.stop()
    yield broker
    broker.start()


RECORD = leader_fault("stop-leader", "The leader is stopped", inject)
