"""A member leaves the group in good order, and nobody takes its place."""

from include.faults.group import an_owner, stop, wait_until_whole
from include.faults.scene import Scene
from include.load_runtime.program import Program


def begin(scene: Scene) -> Program:
    """It leaves: its group is told at once."""
    member = an_owner(scene)
    stop(scene, member)
    return member


def end(scene: Scene, _member: Program) -> None:
    """The others own its partitions."""
    wait_until_whole(scene)
