"""Another member joins the group, and stays."""

from include.faults.group import living, wait_until_it_takes_part, wait_until_whole
from include.faults.scene import Scene
from include.load_runtime.program import Program, newcomer


def begin(scene: Scene) -> Program:
    """One more member, until it is given partitions; where it finds none left, it is idle."""
    other = newcomer(living(scene)[-1])
    scene.crew.start(other)
    wait_until_it_takes_part(scene, other)
    return other


def end(scene: Scene, _other: Program) -> None:
    """The group is whole again."""
    wait_until_whole(scene)
