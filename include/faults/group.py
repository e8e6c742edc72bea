"""The group that is struck, while members come and go."""

from collections.abc import Sequence

from include.faults.scene import READY, Crew, FaultError, Scene
from include.load_runtime.events import Kind
from include.load_runtime.job import ConsumerJob
from include.load_runtime.program import Program

NOTICED = 60.0
"""Seconds, beyond the session's timeout, within which a group must have shared out its partitions anew."""


def living(scene: Scene) -> list[Program]:
    """Its members that are there, in the order in which they were started."""
    crew, topic = scene.crew, scene.receiver().job.topic
    return [
        program
        for program in crew.programs
        if isinstance(program.job, ConsumerJob)
        and program.job.topic == topic
        and not crew.is_over(program.name)
        and crew.latest(program.name, Kind.DONE) is None
    ]


def owned(crew: Crew, member: Program) -> list[int]:
    """The partitions that a member owns, as it said last."""
    said = crew.latest(member.name, Kind.ASSIGNED)
    return said.partitions if said else []


def an_owner(scene: Scene) -> Program:
    """The first member that owns partitions: without one that is idle nothing changes.

    Raises:
        FaultError: nobody owns any.
    """
    for member in living(scene):
        if owned(scene.crew, member):
            return member
    raise FaultError(f"nobody in the group of {scene.receiver()} owns a partition")


def stop(scene: Scene, member: Program) -> None:
    """Have a member leave in good order; returns when it has processed its last message."""
    scene.crew.stop(member.name)
    scene.crew.wait_until(
        lambda: scene.crew.latest(member.name, Kind.DONE) is not None,
        READY,
        lambda: f"{member.name} didn't end",
    )


def wait_until_it_takes_part(scene: Scene, newcomer: Program) -> None:
    """Return when a new member owns partitions, or, where there are none for it, when it has subscribed."""
    is_needed = len(living(scene)) <= scene.settings.partitions
    scene.crew.wait_until(
        lambda: bool(owned(scene.crew, newcomer)) if is_needed else _has_subscribed(scene, newcomer),
        READY,
        lambda: f"{newcomer.name} wasn't given partitions",
    )


def is_shared_out(owned: Sequence[list[int]], partitions: int) -> bool:
    """Whether each partition is owned once, and by every member as many as by any other, or one more.

    Every assignor ends there, for a topic by itself. The cooperative ones pass through groups that own each
    partition once too, but unevenly: whoever has too many gives them up in the next round.
    """
    shares = [len(one) for one in owned]
    is_owned_once = sorted(partition for one in owned for partition in one) == list(range(partitions))
    return is_owned_once and max(shares) - min(shares) <= 1


def wait_until_whole(scene: Scene) -> None:
    """Return when the partitions are shared out among the members that are there."""
    partitions = scene.settings.partitions
    scene.crew.wait_until(
        lambda: is_shared_out([owned(scene.crew, member) for member in living(scene)], partitions),
        scene.settings.session_timeout_ms / 1000 + NOTICED,
        lambda: f"the group of {scene.receiver()} didn't share out its {partitions} partitions",
    )


def _has_subscribed(scene: Scene, member: Program) -> bool:
    return scene.crew.latest(member.name, Kind.READY) is not None
