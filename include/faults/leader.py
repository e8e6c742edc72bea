"""The leader: the broker that leads the partition which the setting ``fault_partition`` names."""

from include.errors import PlatformError
from include.faults.scene import Broker, Scene

FAIL_OVER_TIMEOUT_SECONDS = 60.0
"""The maximum time until another broker leads the partitions of a broker that is gone."""


def leader(scene: Scene) -> Broker:
    """Return the broker that leads the cell's ``fault_partition``."""
    return scene.brokers.leader_of(scene.topic, scene.settings.fault_partition)


def wait_for_another_leader(scene: Scene, former: str, topic: str, partition: int) -> None:
    """Return when another broker leads a partition.

    Args:
        scene: The scene of the cell.
        former: The name of the former leader.
        topic: The topic of the partition.
        partition: The number of the partition.
    """

    def is_led_by_another() -> bool:
        try:
            return str(scene.brokers.leader_of(topic, partition)) != former
        except PlatformError:
            return False

    scene.supervisor.wait_until(
        is_led_by_another, FAIL_OVER_TIMEOUT_SECONDS, lambda: f"{topic}-{partition} had no new leader"
    )


def wait_until_replaced(scene: Scene, former: str) -> None:
    """Return when another broker than the former leader leads the cell's ``fault_partition``."""
    wait_for_another_leader(scene, former, scene.topic, scene.settings.fault_partition)
