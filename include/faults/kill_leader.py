"""Kill the broker that leads, as a crash of its machine would; start it again when another broker leads."""

from include.faults.fault import Capability, Fault, Target
from include.faults.leader import leader, wait_until_replaced
from include.faults.scene import Broker, Scene


def begin(scene: Scene) -> Broker:
    """Send SIGKILL to the leader."""
    broker = leader(scene)
    broker.kill()
    return broker


def end(scene: Scene, broker: Broker) -> None:
    """Start the broker again, once the others have noticed its absence."""
    wait_until_replaced(scene, str(broker))
    broker.start()


RECORD = Fault("kill-leader", "The leader is killed", Target.BROKER, Capability.BROKER, begin, end)
