"""Restart every member of the group, one after another, as a new version is rolled out."""

from include.faults.group import living, stop, wait_until_it_takes_part, wait_until_whole
from include.faults.scene import Scene
from include.load_runtime.program import successor


def begin(scene: Scene) -> str:
    """Each leaves in good order and another takes its place; the next does once the group is whole."""
    members = living(scene)
    for member in members:
        stop(scene, member)
        again = successor(member)
        scene.crew.start(again)
        wait_until_it_takes_part(scene, again)
        wait_until_whole(scene)
    return ", ".join(map(str, members))


def end(_scene: Scene, _members: str) -> None:
    """Nothing: all were restarted."""
