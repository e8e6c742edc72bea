"""Kill the leader while a member of a share group has acknowledged a part of what it holds, and others go on.

The member waits before it commits the last messages of a poll. When the others have settled later messages,
the new leader finds in the stored state a start within a batch, messages of which it knows nothing, and then
settled ones. Before Kafka 4.2 it delivered such a batch again from its beginning (KAFKA-19954).
"""

from collections.abc import Iterator

from include.faults.scene import Broker, Scene
from include.faults.struck_group import living_members, refuses_single_member, refuses_without_share_group
from include.faults.struck_leader import kill_until_replaced, refuses_missing_partition, struck_partition
from include.kinds.fault import Capability, Fault, PausePoint, Target
from include.load.events import EventKind
from include.settings.faults import KafkaCellSettings

SETTLED_SECONDS = 1.0
"""The other members go on until they have settled the messages of this time at the cell's rate: some of them
were sent after the pause, whenever the members last reported."""

SETTLED_TIMEOUT_SECONDS = 30.0
"""The maximum time until the other members have settled these messages."""


def inject(scene: Scene) -> Iterator[Broker]:
    """Kill the leader when other members have settled later messages; at the end, release the member."""
    goal = _settled_by_others(scene) + scene.settings.traits.pace.messages_per_second * SETTLED_SECONDS
    scene.supervisor.wait_until(
        lambda: _settled_by_others(scene) >= goal,
        SETTLED_TIMEOUT_SECONDS,
        lambda: f"the members beside {scene.receiver.name} did not settle {goal:g} messages",
    )
    yield from kill_until_replaced(scene, scene.topic, struck_partition(scene.settings))
    scene.supervisor.release(scene.receiver.name)


def _settled_by_others(scene: Scene) -> int:
    others = [member.name for member in living_members(scene) if member.name != scene.receiver.name]
    events = (scene.supervisor.latest_event(name, EventKind.PROGRESS) for name in others)
    return sum(event.counts["different"] for event in events if event)


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell without a share group, without a second member, or without the partition."""
    return (
        refuses_without_share_group(settings)
        or refuses_single_member(settings)
        or refuses_missing_partition(settings)
    )


RECORD = Fault(
    "kill-leader-of-held",
    "The leader of half-acknowledged messages is killed",
    Target.BROKER,
    Capability.BROKER,
    inject,
    refuses,
    PausePoint.BETWEEN_STEPS,
    parameters=("fault_partition",),
)
