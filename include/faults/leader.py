"""The broker that leads the partition at which a fault is aimed."""

from include.errors import PlatformError
from include.faults.scene import Broker, Scene

FAIL_OVER_SECONDS = 60.0
"""Within so many seconds another broker must lead in place of one that is gone."""


def leader(scene: Scene) -> Broker:
    """The broker that leads the partition at which faults are aimed."""
    return scene.brokers.leader_of(scene.topic, scene.settings.fault_partition)


def wait_for_another_leader(scene: Scene, former: str, topic: str, partition: int) -> None:
    """Return when a partition is led by another broker than the former one, which its name tells."""

    def is_led_by_another() -> bool:
        try:
            return str(scene.brokers.leader_of(topic, partition)) != former
        except PlatformError:
            return False

    scene.supervisor.wait_until(
        is_led_by_another, FAIL_OVER_SECONDS, lambda: f"{topic}-{partition} had no other leader"
    )


def wait_until_replaced(scene: Scene, former: str) -> None:
    """Return when another broker leads the partition at which faults are aimed."""
    wait_for_another_leader(scene, former, scene.topic, scene.settings.fault_partition)
