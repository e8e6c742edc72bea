"""Add partitions to the topic of a share group, and write to them before the group knows them.

The group begins at the end of a partition that it does not know (``share.auto.offset.reset=latest``, the
default). Before Kafka 4.4, this was also true of a partition that was added to a topic of the group, so that
messages which came before the group knew the partition were skipped (KAFKA-20742).
"""

from collections.abc import Iterator

from include.faults.scene import Scene
from include.faults.struck_group import refuses_without_share_group
from include.kinds.fault import Capability, Fault, PausePoint, Target
from include.load.events import EventKind
from include.settings.faults import KafkaCellSettings

RECEIVED_TIMEOUT_SECONDS = 60.0
"""The maximum time until the members have received what the producer had sent before its pause."""

WRITTEN_TIMEOUT_SECONDS = 30.0
"""The maximum time, after the window of the fault, until each added partition has a message."""


def inject(scene: Scene) -> Iterator[str]:
    """Add the partitions while the producer is paused, and let it write to them at once."""
    _wait_until_received(scene)
    producer, first = scene.programs.producer.name, scene.settings.partitions
    end = scene.settings.final_partitions
    group = scene.receiver.job.client_settings["group.id"]
    scene.brokers.set_group_settings(group, {"share.auto.offset.reset": "latest"})
    scene.brokers.add_partitions(scene.topic, end)
    scene.supervisor.release(producer)
    yield "partition " + " and ".join(map(str, range(first, end)))
    scene.supervisor.wait_until(
        lambda: all(scene.brokers.log_ends(scene.topic, end)[partition] for partition in range(first, end)),
        WRITTEN_TIMEOUT_SECONDS,
        lambda: f"{producer} wrote nothing to an added partition",
    )


def _wait_until_received(scene: Scene) -> None:
    """Wait until the group has read all that was sent, and so has begun to read every partition.

    Only then its reset to the end concerns no partition but those that are added.
    """
    paused = scene.supervisor.latest_event(scene.programs.producer.name, EventKind.PAUSED)
    sent = paused.counts["sent"] if paused else 0

    def received() -> int:
        members = (member.name for member in scene.programs.consumers)
        events = (scene.supervisor.latest_event(name, EventKind.PROGRESS) for name in members)
        return sum(event.counts["received"] for event in events if event)

    scene.supervisor.wait_until(
        lambda: received() >= sent,
        RECEIVED_TIMEOUT_SECONDS,
        lambda: f"the share group did not receive the {sent} messages that had been sent",
    )


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell without a share group, and what would not know of the added partitions."""
    if reason := refuses_without_share_group(settings):
        return reason
    if settings.visibility_ms is not None:
        return "adds partitions, which visibility_ms does not observe"
    others = (fault for fault in settings.traits.disturbance.faults if fault is not RECORD)
    if pausing := [fault.name for fault in others if fault.pause_point is not PausePoint.NOWHERE]:
        return f"waits until members have received all messages, and {pausing[0]} would stop them"
    return None


RECORD = Fault(
    "add-partitions",
    "Partitions are added",
    Target.TOPIC,
    Capability.PROGRAM,
    inject,
    refuses,
    PausePoint.WHILE_SENDING,
    parameters=("added_partitions",),
)
