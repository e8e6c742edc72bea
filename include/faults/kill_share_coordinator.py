"""Kill the share coordinator, which stores what the members of a share group have acknowledged.

Start the killed broker again when another broker is the coordinator.
"""

from collections.abc import Iterator

from include.faults.scene import Broker, Scene
from include.faults.struck_leader import (
    leader_fault,
    refuses_missing_partition,
    struck_partition,
    wait_for_another_leader,
)
from include.settings.faults import KafkaCellSettings


def inject(scene: Scene) -> Iterator[Broker]:
    """Kill the coordinator of the partition ``fault_partition``, and start it again when it is replaced."""
    group = scene.receiver.job.client_settings["group.id"]
    topic, partition = scene.brokers.share_coordinator_of(
        group, scene.topic, struck_partition(scene.settings)
    )
    coordinator = scene.brokers.leader_of(topic, partition)
    coordinator.kill()
    yield coordinator
    wait_for_another_leader(scene, str(coordinator), topic, partition)
    coordinator.start()


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell without a share group, which has no share coordinator."""
    if settings.traits.flow.held_ms is None:
        return "needs a share group, and the members are not in one"
    return refuses_missing_partition(settings)


RECORD = leader_fault("kill-share-coordinator", "The share coordinator is killed", inject, refuses=refuses)
