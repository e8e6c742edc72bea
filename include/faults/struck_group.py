"""The consumer group that a fault strikes, and the members of this group."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from include.faults.scene import FaultError, Scene, Supervisor
from include.kinds.fault import Step
from include.load.consumer_jobs import ConsumerJob
from include.load.events import EventKind
from include.load.program_descriptions import Program, newcomer, successor
from include.settings.faults import KafkaCellSettings

MEMBER_TIMEOUT_SECONDS = 60.0
"""The maximum time until a member has joined the group or left it."""

REBALANCE_TIMEOUT_SECONDS = 60.0
"""The maximum time, in addition to the session timeout, until a group has reassigned its partitions."""


def living_members(scene: Scene) -> list[Program]:
    """The members that are in the group, in the order of their starts."""
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
    """The partitions that a member owns, according to its latest report."""
    event = supervisor.latest_event(member.name, EventKind.ASSIGNED)
    return event.partitions if event else []


def first_owner(scene: Scene) -> Program:
    """The first member that owns partitions; the loss of an idle member would have no effect.

    Raises:
        FaultError: No member owns a partition.
    """
    for member in living_members(scene):
        if owned_partitions(scene.supervisor, member):
            return member
    raise FaultError(f"no member of the group of {scene.receiver} owns a partition")


def stop_member(scene: Scene, member: Program) -> None:
    """Stop a member in an orderly way; return when it has processed its last message."""
    scene.supervisor.stop(member.name)
    scene.supervisor.wait_until(
        lambda: scene.supervisor.latest_event(member.name, EventKind.DONE) is not None,
        MEMBER_TIMEOUT_SECONDS,
        lambda: f"{member.name} did not end",
    )


def add_member(scene: Scene) -> Program:
    """Start one more member, and wait until it has joined the group."""
    member = newcomer(living_members(scene)[-1])
    scene.supervisor.start(member)
    wait_until_joined(scene, member)
    return member


def wait_until_joined(scene: Scene, member: Program) -> None:
    """Wait until a new member owns partitions, or has subscribed if no partition is left for it."""
    is_needed = len(living_members(scene)) <= scene.settings.partitions
    scene.supervisor.wait_until(
        lambda: has_joined(scene, member, needs_partition=is_needed),
        MEMBER_TIMEOUT_SECONDS,
        lambda: f"{member.name} was not assigned a partition",
    )


def has_joined(scene: Scene, member: Program, *, needs_partition: bool) -> bool:
    """Whether a member owns partitions or, if it needs none, has subscribed."""
    has_subscribed = scene.supervisor.latest_event(member.name, EventKind.READY) is not None
    return bool(owned_partitions(scene.supervisor, member)) or (not needs_partition and has_subscribed)


def is_balanced(shares: Sequence[list[int]], partitions: int) -> bool:
    """Whether each partition has one owner, and the members' partition counts differ by at most 1.

    For a single topic, every assignor ends in this state. A cooperative assignor also has intermediate
    states: each partition has one owner, but one member owns too many partitions. This member gives up some
    partitions in the next round.

    Args:
        shares: The partitions of each member.
        partitions: The number of partitions of the topic.
    """
    counts = [len(share) for share in shares]
    is_owned_once = sorted(partition for share in shares for partition in share) == list(range(partitions))
    return is_owned_once and max(counts) - min(counts) <= 1


def wait_until_balanced(scene: Scene) -> None:
    """Wait until the partitions are assigned evenly to the members that are in the group.

    In a share group, every member may read every partition.
    """
    if scene.settings.traits.flow.held_ms is not None:
        return
    partitions = scene.settings.partitions
    scene.supervisor.wait_until(
        lambda: is_balanced(
            [owned_partitions(scene.supervisor, member) for member in living_members(scene)], partitions
        ),
        scene.settings.session_timeout_ms / 1000 + REBALANCE_TIMEOUT_SECONDS,
        lambda: f"the group of {scene.receiver} did not assign its {partitions} partitions evenly",
    )


def refuses_single_member(settings: KafkaCellSettings) -> str | None:
    """Refuse a group of one member, which cannot lose a member."""
    text = "needs a group of at least two members, because it removes a member"
    return text if settings.traits.flow.receivers == 1 else None


def kill_and_replace(scene: Scene) -> Iterator[Program]:
    """Send SIGKILL to the receiver, and start its successor at once, as a process supervisor does."""
    receiver = scene.receiver
    scene.supervisor.kill(receiver.name)
    scene.supervisor.start(successor(receiver))
    yield receiver


def refuses_without_steps(settings: KafkaCellSettings) -> str | None:
    """Refuse consumers that only receive, because they have no steps of processing and commit."""
    text = "strikes between processing and commit, and a consumer that only receives has no such steps"
    return None if settings.traits.flow.steps else text


def refuses_without_share_group(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell without a share group, where brokers keep no messages for a consumer."""
    if settings.traits.flow.held_ms is not None:
        return None
    return "needs a share group, and the members are not in one"


def refuses_unless(first: Step, second: Step, settings: KafkaCellSettings) -> str | None:
    """Refuse consumers that do not take the step ``second`` directly after the step ``first``."""
    if reason := refuses_without_steps(settings):
        return reason
    if (first, second) in pairwise(settings.traits.flow.steps):
        return None
    return f"strikes between {_noun(first)} and {_noun(second)}, and here {_noun(second)} comes first"


def _noun(step: Step) -> str:
    return "processing" if step is Step.PROCESS else "commit"
