"""The broker that leads the partition whose number is the setting ``fault_partition``."""

from collections.abc import Callable, Iterator

from include.faults.scene import Broker, Scene
from include.kinds.fault import Capability, Fault, Target
from include.machine.errors import PlatformError
from include.settings.fault_parameters import LeaderParameters, parameters
from include.settings.faults import KafkaCellSettings

FAIL_OVER_TIMEOUT_SECONDS = 60.0
"""The maximum time until another broker leads the partitions of a broker that has ended."""

IN_SYNC_TIMEOUT_SECONDS = 60.0
"""The maximum time until the leader has noticed that the followers are gone."""


def struck_partition(settings: KafkaCellSettings) -> int:
    """The setting ``fault_partition``."""
    return parameters(settings, LeaderParameters).fault_partition


def refuses_missing_partition(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell whose topic has no partition ``fault_partition``."""
    partition = struck_partition(settings)
    if partition < settings.partitions:
        return None
    return f"strikes fault_partition {partition}, and the partitions are 0 to {settings.partitions - 1}"


def leader(scene: Scene) -> Broker:
    """The broker that leads the partition ``fault_partition``."""
    return scene.brokers.leader_of(scene.topic, struck_partition(scene.settings))


def leader_fault(
    name: str,
    title: str,
    inject: Callable[[Scene], Iterator[object]],
    *parameters: str,
    needs: Capability = Capability.BROKER,
    refuses: Callable[[KafkaCellSettings], str | None] = refuses_missing_partition,
) -> Fault:
    """The record of a fault that strikes the leader.

    The fault's parameters are ``fault_partition`` and the given ``parameters``.
    """
    return Fault(
        name, title, Target.BROKER, needs, inject, refuses, parameters=("fault_partition", *parameters)
    )


def kill_until_replaced(scene: Scene, topic: str, partition: int) -> Iterator[Broker]:
    """Kill the broker that leads a partition, and start it again when another broker leads it."""
    broker = scene.brokers.leader_of(topic, partition)
    broker.kill()
    yield broker
    wait_for_another_leader(scene, str(broker), topic, partition)
    broker.start()


def wait_for_another_leader(scene: Scene, former: str, topic: str, partition: int) -> None:
    """Wait until another broker leads a partition.

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
    """Wait until a broker other than ``former`` leads the partition ``fault_partition``."""
    wait_for_another_leader(scene, former, scene.topic, struck_partition(scene.settings))


def stop_last_followers(scene: Scene, count: int) -> list[Broker]:
    """Stop the last followers of the partition in an orderly way; return when they are out of sync."""
    partition = struck_partition(scene.settings)
    replicas, _in_sync = scene.brokers.replicas_of(scene.topic, partition)
    stopped = [scene.brokers.broker(id) for id in replicas[-count:]]
    for broker in stopped:
        broker.stop()
    remaining = len(replicas) - len(stopped)
    scene.supervisor.wait_until(
        lambda: len(scene.brokers.replicas_of(scene.topic, partition)[1]) <= remaining,
        IN_SYNC_TIMEOUT_SECONDS,
        lambda: f"{' and '.join(map(str, stopped))} remained in sync",
    )
    return stopped
