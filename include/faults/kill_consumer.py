"""Kill a member of the group at an arbitrary point, and start no other member in its place."""

from collections.abc import Iterator

from include.faults.scene import Scene
from include.faults.struck_group import first_owner, refuses_single_member, wait_until_balanced
from include.kinds.fault import Capability, Fault, Target
from include.load.program_descriptions import Program
from include.settings.faults import KafkaCellSettings


def inject(scene: Scene) -> Iterator[Program]:
    """Send SIGKILL to a member, so that it cannot leave its group in an orderly way.

    At the end, wait until its session has timed out and the other members own its partitions.
    """
    member = first_owner(scene)
    scene.supervisor.kill(member.name)
    yield member
    wait_until_balanced(scene)


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a group of one member, and members that only receive."""
    if reason := refuses_single_member(settings):
        return reason
    if settings.traits.flow.steps:
        return None
    return (
        "needs consumers that process messages: when a consumer that only receives is killed, its client may "
        "have committed messages that were not recorded"
    )


RECORD = Fault("kill-consumer", "A member is killed", Target.CONSUMER, Capability.PROGRAM, inject, refuses)
