"""Pause the leader, as a long garbage collection would."""

from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Broker, Scene
from include.faults.struck_leader import leader, refuses_missing_partition


def begin(scene: Scene) -> Broker:
    """Pause the leader."""
    broker = leader(scene)
    broker.pause()
    return broker


def end(_scene: Scene, broker: Broker) -> None:
    """Resume the broker."""
    broker.resume()


RECORD = Fault(
    "freeze-leader",
    "The leader is paused",
    Target.BROKER,
    Capability.BROKER,
    begin,
    end,
    refuses_missing_partition,
    parameters=("fault_partition",),
)
