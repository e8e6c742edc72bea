"""Stop a member, which leaves the group in an orderly way, and start no other member in its place."""

from collections.abc import Iterator

from include.faults.scene import Scene
from include.faults.struck_group import first_owner, refuses_single_member, stop_member, wait_until_balanced
from include.kinds.fault import Capability, Fault, Target
from include.load.program_descriptions import Program


def inject(scene: Scene) -> Iterator[Program]:
    """Stop a member, and wait until the other members own its partitions."""
    member = first_owner(scene)
    stop_member(scene, member)
    yield member
    wait_until_balanced(scene)


RECORD = Fault(
    "stop-consumer", "A member leaves", Target.CONSUMER, Capability.PROGRAM, inject, refuses_single_member
)
