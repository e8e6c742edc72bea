"""Make the group reassign its partitions: another member joins, and leaves when the fault ends."""

from include.faults.add_consumer import begin  # shared: a member that leaves again is added first
from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Scene
from include.load_runtime.program_descriptions import Program


def end(scene: Scene, member: Program) -> None:
    """Stop the member that joined."""
    scene.supervisor.stop(member.name)


RECORD = Fault("rebalance", "A member joins and leaves", Target.CONSUMER, Capability.PROGRAM, begin, end)
