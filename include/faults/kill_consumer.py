"""Kill a member of the group wherever it is, and nobody takes its place."""

from include.faults.group import an_owner, wait_until_whole
from include.faults.scene import Scene
from include.load_runtime.program import Program


def begin(scene: Scene) -> Program:
    """SIGKILL: its group is told nothing."""
    member = an_owner(scene)
    scene.crew.kill(member.name)
    return member


def end(scene: Scene, _member: Program) -> None:
    """The others own its partitions, once brokers have missed it for the session's timeout."""
    wait_until_whole(scene)
