"""Stop the leader in an orderly way, as for maintenance. Start that broker again when the fault ends."""

from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Broker, Scene
from include.faults.struck_leader import leader, refuses_missing_partition


def begin(scene: Scene) -> Broker:
    """Send SIGTERM to the leader, which hands its partitions over to other brokers first."""
    broker = leader(scene)
    broker.stop()
    return broker


def end(_scene: Scene, broker: Broker) -> None:
    """Start the broker again."""
    broker.start()


RECORD = Fault(
    "stop-leader",
    "The leader is stopped",
    Target.BROKER,
    Capability.BROKER,
    begin,
    end,
    refuses_missing_partition,
    parameters=("fault_partition",),
)
