"""Add a member to the consumer group; the member stays in the group after the fault."""

from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Scene
from include.faults.struck_group import living_members, wait_until_balanced, wait_until_joined
from include.load_runtime.program_descriptions import Program, newcomer


def begin(scene: Scene) -> Program:
    """Start one more member.

    Return when the new member owns partitions. If no partition is left for it, return when it has subscribed.
    """
    member = newcomer(living_members(scene)[-1])
    scene.supervisor.start(member)
    wait_until_joined(scene, member)
    return member


def end(scene: Scene, _member: Program) -> None:
    """Wait until the partitions are assigned evenly."""
    wait_until_balanced(scene)


RECORD = Fault("add-consumer", "A member joins", Target.CONSUMER, Capability.PROGRAM, begin, end)
