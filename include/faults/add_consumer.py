"""Another member joins the group, and stays."""

from include.faults.fault import Capability, Fault, Target
from include.faults.group import living_members, wait_until_balanced, wait_until_joined
from include.faults.scene import Scene
from include.load_runtime.program import Program, newcomer


def begin(scene: Scene) -> Program:
    """Start one more member, and wait until it owns partitions; it is idle where there are none left."""
    other = newcomer(living_members(scene)[-1])
    scene.supervisor.start(other)
    wait_until_joined(scene, other)
    return other


def end(scene: Scene, _other: Program) -> None:
    """Wait until the partitions are assigned evenly."""
    wait_until_balanced(scene)


RECORD = Fault("add-consumer", "A member joins", Target.CONSUMER, Capability.PROGRAM, begin, end)
