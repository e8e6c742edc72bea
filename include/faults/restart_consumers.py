"""Restart every member of the group, one after another, as the rollout of a new version does."""

from collections.abc import Iterator

from include.faults.scene import Scene
from include.faults.struck_group import living_members, stop_member, wait_until_balanced, wait_until_joined
from include.kinds.fault import Capability, Fault, Target
from include.load.program_descriptions import successor


def inject(scene: Scene) -> Iterator[str]:
    """Stop each member and start its successor; wait for an even assignment before the next member."""
    members = living_members(scene)
    for member in members:
        stop_member(scene, member)
        replacement = successor(member)
        scene.supervisor.start(replacement)
        wait_until_joined(scene, replacement)
        wait_until_balanced(scene)
    yield ", ".join(map(str, members))


RECORD = Fault("restart-consumers", "Every member is restarted", Target.CONSUMER, Capability.PROGRAM, inject)
