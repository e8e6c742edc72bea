"""Kill a member of a share group again and again, each time while it holds messages.

A message that kills its reader has this effect.
"""

from collections.abc import Iterator
from dataclasses import replace

from include.faults.scene import Scene
from include.faults.struck_group import MEMBER_TIMEOUT_SECONDS, refuses_without_share_group
from include.kinds.fault import Capability, Fault, PausePoint, Target
from include.load.events import EventKind
from include.load.program_descriptions import Program, successor
from include.settings.fault_parameters import RepeatedKillParameters, parameters
from include.settings.faults import KafkaCellSettings


def inject(scene: Scene) -> Iterator[Program]:
    """Kill the receiver, and each successor but the last one when it holds messages."""
    receiver = member = scene.receiver
    supervisor, kills = scene.supervisor, _kills(scene.settings)
    for kill in range(1, kills + 1):
        supervisor.kill(member.name)
        member = successor(member)
        if kill < kills:
            member = replace(member, job=member.job.model_copy(update={"pause_after": 1}))
        supervisor.start(member)
        if kill < kills:
            _wait_until_it_holds_messages(scene, member)
    yield receiver


def _wait_until_it_holds_messages(scene: Scene, member: Program) -> None:
    held_seconds = (scene.settings.traits.flow.held_ms or 0) / 1000
    scene.supervisor.wait_until(
        lambda: scene.supervisor.latest_event(member.name, EventKind.PAUSED) is not None,
        MEMBER_TIMEOUT_SECONDS + held_seconds,
        lambda: f"{member.name} received no messages",
    )


def _kills(settings: KafkaCellSettings) -> int:
    return parameters(settings, RepeatedKillParameters).kills


RECORD = Fault(
    "kill-repeatedly",
    "A consumer is killed again and again",
    Target.CONSUMER,
    Capability.PROGRAM,
    inject,
    refuses_without_share_group,
    PausePoint.BEFORE_COMMIT,
    parameters=("kills",),
)
