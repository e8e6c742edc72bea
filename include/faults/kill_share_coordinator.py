"""Kill the share coordinator, which stores what the members of a share group have acknowledged.

Start the killed broker again when another broker is the coordinator.
"""

from collections.abc import Iterator

from include.faults.scene import Broker, Scene
from include.faults.struck_group import refuses_without_share_group
from include.faults.struck_leader import (
    kill_until_replaced,
    leader_fault,
    refuses_missing_partition,
    struck_partition,
)
from include.settings.faults import KafkaCellSettings


def inject(scene: Scene) -> Iterator[Broker]:
    """Kill the coordinator of the partition ``fault_partition``, and start it again when it is replaced."""
    group = scene.receiver.job.client_settings["group.id"]
    place = scene.brokers.share_coordinator_of(group, scene.topic, struck_partition(scene.settings))
    return kill_until_replaced(scene, *place)


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell without a share group, which has no share coordinator."""
    return refuses_without_share_group(settings) or refuses_missing_partition(settings)


RECORD = leader_fault("kill-share-coordinator", "The share coordinator is killed", inject, refuses=refuses)
