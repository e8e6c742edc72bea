"""Set a share group back to the beginning of its topic, as an operator does after a mistake in processing.

Brokers allow it when the group has no members. Here its members hang, so that they come back after others
have begun. The leader of a partition, which has given them messages, is not told of the new offset. It learns
of it when it stores the next acknowledgement, which is refused.
"""

from collections.abc import Iterator

from include.faults.scene import Scene, wait_for_time
from include.faults.struck_group import (
    add_member,
    living_members,
    refuses_single_member,
    refuses_without_share_group,
)
from include.kinds.fault import Capability, Fault, PausePoint, Target
from include.settings.faults import KafkaCellSettings

EMPTY_WITHIN_SECONDS = 60.0
"""The maximum time, after the session timeout, until the group of paused members has no members."""


def inject(scene: Scene) -> Iterator[str]:
    """Pause all members until the group has none, set it back, and start as many others.

    At the end, resume the paused members.
    """
    members, group = living_members(scene), scene.receiver.job.client_settings["group.id"]
    for member in members:
        scene.supervisor.pause(member.name)
    wait_for_time(scene, scene.settings.session_timeout_ms / 1000)
    beginning = [0] * scene.settings.final_partitions
    scene.brokers.set_share_offsets(group, scene.topic, beginning, EMPTY_WITHIN_SECONDS)
    for _ in members:
        add_member(scene)
    yield ", ".join(map(str, members))
    for member in members:
        scene.supervisor.resume(member.name)


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell without a share group, and a single member, whose successor would end the cell early."""
    return refuses_without_share_group(settings) or refuses_single_member(settings)


RECORD = Fault(
    "alter-offsets",
    "A share group is set back to the beginning",
    Target.CONSUMER,
    Capability.BROKER,
    inject,
    refuses,
    PausePoint.BEFORE_COMMIT,
)
