"""Make the group reassign its partitions: another member joins, and leaves when the fault ends."""

from collections.abc import Iterator

from include.faults.scene import Scene
from include.faults.struck_group import add_member
from include.kinds.fault import Capability, Fault, Target
from include.load.program_descriptions import Program


def inject(scene: Scene) -> Iterator[Program]:
    """Start one more member, and stop it when the fault ends."""
    member = add_member(scene)
    yield member
    scene.supervisor.stop(member.name)


RECORD = Fault("rebalance", "A member joins and leaves", Target.CONSUMER, Capability.PROGRAM, inject)
