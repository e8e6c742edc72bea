"""Kill the leader, which resembles a crash of its host. Start that broker again when another broker leads."""

from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Broker, Scene
from include.faults.struck_leader import leader, refuses_missing_partition, wait_until_replaced


def begin(scene: Scene) -> Broker:
    """Send SIGKILL to the leader."""
    broker = leader(scene)
    broker.kill()
    return broker


def end(scene: Scene, broker: Broker) -> None:
    """Wait until another broker leads, and start the former leader again."""
    wait_until_replaced(scene, str(broker))
    broker.start()


RECORD = Fault(
    "kill-leader",
    "The leader is killed",
    Target.BROKER,
    Capability.BROKER,
    begin,
    end,
    refuses_missing_partition,
    parameters=("fault_partition",),
)
