"""The consumer group that a fault strikes, while members join and leave it."""

from collections.abc import Sequence

from include.faults.scene import FaultError, Scene, Supervisor
from include.faults.struck_settings import StruckSettings
from include.load_runtime.events import EventKind
from include.load_runtime.job import ConsumerJob
from include.load_runtime.program import Program

READY_SECONDS = 60.0
"""Within so many seconds a member must have joined, or left."""

REBALANCE_SECONDS = 60.0
"""Within so many seconds, beyond the session's timeout, a group must have assigned its partitions anew."""


def living_members(scene: Scene) -> list[Program]:
    """The members that are in the group, in the order in which they were started."""
    supervisor, topic = scene.supervisor, scene.receiver.job.topic
    return [
        program
        for program in supervisor.programs
        if isinstance(program.job, ConsumerJob)
        and program.job.topic == topic
        and not supervisor.is_out_of_service(program.name)
        and supervisor.latest_event(program.name, EventKind.DONE) is None
    ]


def owned_partitions(supervisor: Supervisor, member: Program) -> list[int]:
    """The partitions that a member owns, as it reported last."""
    assigned = supervisor.latest_event(member.name, EventKind.ASSIGNED)
    return assigned.partitions if assigned else []


def first_owner(scene: Scene) -> Program:
    """The first member that owns partitions: the group would not notice the absence of an idle one.

    Raises:
        FaultError: no member owns any.
    """
    for member in living_members(scene):
        if owned_partitions(scene.supervisor, member):
            return member
    raise FaultError(f"no member of the group of {scene.receiver} owns a partition")


def stop_member(scene: Scene, member: Program) -> None:
    """Let a member leave in good order; return when it has processed its last message."""
    scene.supervisor.stop(member.name)
    scene.supervisor.wait_until(
        lambda: scene.supervisor.latest_event(member.name, EventKind.DONE) is not None,
        READY_SECONDS,
        lambda: f"{member.name} did not end",
    )


def wait_until_joined(scene: Scene, member: Program) -> None:
    """Return when a new member owns partitions or, where there are none left for it, has subscribed."""
    is_needed = len(living_members(scene)) <= scene.settings.partitions
    scene.supervisor.wait_until(
        lambda: (
            bool(owned_partitions(scene.supervisor, member)) if is_needed else _has_subscribed(scene, member)
        ),
        READY_SECONDS,
        lambda: f"{member.name} was not given partitions",
    )


def is_balanced(owned: Sequence[list[int]], partitions: int) -> bool:
    """Whether each partition is owned once, and every member owns as many as any other, or one more.

    Every assignor ends there, for a topic by itself. The cooperative ones pass through states in which each
    partition is owned once, but unevenly: a member that owns too many gives them up in the next round.
    """
    counts = [len(one) for one in owned]
    is_owned_once = sorted(partition for one in owned for partition in one) == list(range(partitions))
    return is_owned_once and max(counts) - min(counts) <= 1


def wait_until_balanced(scene: Scene) -> None:
    """Return when the partitions are assigned evenly to the members that are in the group."""
    partitions = scene.settings.partitions
    scene.supervisor.wait_until(
        lambda: is_balanced(
            [owned_partitions(scene.supervisor, member) for member in living_members(scene)], partitions
        ),
        scene.settings.session_timeout_ms / 1000 + REBALANCE_SECONDS,
        lambda: f"the group of {scene.receiver} did not assign its {partitions} partitions",
    )


def refuses_the_last_member(settings: StruckSettings) -> str | None:
    """A group that loses a member must have another."""
    return (
        "removes a member of the group, which must have two or more then" if settings.receivers == 1 else None
    )


def _has_subscribed(scene: Scene, member: Program) -> bool:
    return scene.supervisor.latest_event(member.name, EventKind.READY) is not None
