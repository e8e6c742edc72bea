"""Add a member to the consumer group; the member stays in the group after the fault."""

from collections.abc import Iterator

from include.faults.scene import Scene
from include.faults.struck_group import add_member, wait_until_balanced
from include.kinds.fault import Capability, Fault, Target
from include.load.program_descriptions import Program


def inject(scene: Scene) -> Iterator[Program]:
    """Start one more member, and wait until the partitions are assigned evenly."""
    yield add_member(scene)
    wait_until_balanced(scene)


RECORD = Fault("add-consumer", "A member joins", Target.CONSUMER, Capability.PROGRAM, inject)
