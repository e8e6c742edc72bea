"""Kill a member of the group wherever it is, and start none in its place."""

from include.faults.fault import Capability, Fault, Target
from include.faults.group import first_owner, refuses_the_last_member, wait_until_balanced
from include.faults.scene import Scene
from include.faults.struck_settings import StruckSettings
from include.load_runtime.program import Program


def begin(scene: Scene) -> Program:
    """Send SIGKILL to a member: its group is not told."""
    member = first_owner(scene)
    scene.supervisor.kill(member.name)
    return member


def end(scene: Scene, _member: Program) -> None:
    """Wait until the others own its partitions, after the session's timeout."""
    wait_until_balanced(scene)


def refuses(settings: StruckSettings) -> str | None:
    """Another member must be left, and what the killed one had processed must be on disk."""
    if reason := refuses_the_last_member(settings):
        return reason
    return (
        None
        if settings.steps
        else "kills a consumer, and nobody would know what a consumer that only receives had received"
    )


RECORD = Fault(
    "kill-consumer",
    "A member is killed",
    Target.CONSUMER,
    Capability.PROGRAM,
    begin,
    end,
    refuses,
    removes_member=True,
)
