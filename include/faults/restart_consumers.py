"""Restart every member of the group, one after another, as in the rollout of a new version."""

from include.faults.fault import Capability, Fault, Target, nothing_to_restore
from include.faults.group import living_members, stop_member, wait_until_balanced, wait_until_joined
from include.faults.scene import Scene
from include.load_runtime.program import successor


def begin(scene: Scene) -> str:
    """Stop each member and start another in its place; wait for an even assignment before the next."""
    members = living_members(scene)
    for member in members:
        stop_member(scene, member)
        again = successor(member)
        scene.supervisor.start(again)
        wait_until_joined(scene, again)
        wait_until_balanced(scene)
    return ", ".join(map(str, members))


RECORD = Fault(
    "restart-consumers",
    "Every member is restarted",
    Target.CONSUMER,
    Capability.PROGRAM,
    begin,
    nothing_to_restore,
)
