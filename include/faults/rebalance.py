"""Force the group to assign its partitions anew: another member joins, and leaves when the fault ends."""

from include.faults.add_consumer import begin
from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Scene
from include.load_runtime.program import Program


def end(scene: Scene, other: Program) -> None:
    """Let the other member leave."""
    scene.supervisor.stop(other.name)


RECORD = Fault("rebalance", "A member joins and leaves", Target.CONSUMER, Capability.PROGRAM, begin, end)
