"""Take the power from one or more brokers at once: they lose what they have not flushed to their disks.

Kafka acknowledges a message that its replicas have in memory, and flushes it later. So what a power cut takes
is decided by how many replicas it strikes.
"""

from collections.abc import Iterator

from include.faults.controlled_disk import controlled
from include.faults.scene import DiskBroker, FaultError, Scene
from include.faults.struck_leader import (
    leader_fault,
    refuses_missing_partition,
    stop_last_followers,
    struck_partition,
    wait_until_replaced,
)
from include.kinds.fault import Capability
from include.settings.fault_parameters import PowerCutParameters, PowerReturn, parameters
from include.settings.faults import KafkaCellSettings

MESSAGES_ALONE = 50
"""The number of messages that the leader accepts alone before the cut."""

MESSAGES_TIMEOUT_SECONDS = 60.0


def inject(scene: Scene) -> Iterator[str]:
    """Pause the brokers, so that they stop at one moment, kill them, and cut their files; start them again.

    Raises:
        FaultError: The cluster has fewer brokers, or its files cannot be cut.
    """
    terms = parameters(scene.settings, PowerCutParameters)
    brokers = _struck(scene, terms.cut_brokers)
    stopped = stop_last_followers(scene, 1) if terms.shrink_first else []
    if stopped:
        _wait_for_messages_of_the_leader_alone(scene)
    for broker in brokers:
        broker.pause()
    lost = {}
    for broker in brokers:
        broker.kill()
        lost[broker] = broker.lose_unflushed()
    yield ", ".join(f"{broker} (-{bytes} bytes)" for broker, bytes in lost.items())
    first, *others = brokers
    for stopped_or_cut in [*stopped, *others]:
        stopped_or_cut.start()
    if others and terms.power_returns is PowerReturn.LEADER_LAST:
        wait_until_replaced(scene, str(first))
    first.start()


def _wait_for_messages_of_the_leader_alone(scene: Scene) -> None:
    """Wait until the leader has some messages that no other broker has, if it accepts such messages."""
    if scene.settings.traits.delivery.config.min_insync_replicas > 1:
        return
    partition = struck_partition(scene.settings)

    def end() -> int:
        return scene.brokers.log_ends(scene.topic, scene.settings.partitions)[partition]

    first = end()
    scene.supervisor.wait_until(
        lambda: end() >= first + MESSAGES_ALONE,
        MESSAGES_TIMEOUT_SECONDS,
        lambda: f"the leader of {scene.topic}-{partition} accepted no message alone",
    )


def _struck(scene: Scene, count: int) -> list[DiskBroker]:
    replicas, _in_sync = scene.brokers.replicas_of(scene.topic, struck_partition(scene.settings))
    ids = [*replicas, *sorted(scene.brokers.living() - set(replicas))]
    if len(ids) < count:
        raise FaultError(f"cut_brokers is {count}, and {len(ids)} brokers answer")
    return [controlled(scene.brokers.broker(id)) for id in ids[:count]]


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell in which no other replica could become the leader before the former one starts."""
    terms = parameters(settings, PowerCutParameters)
    if terms.shrink_first and (settings.replication != 2 or terms.cut_brokers != 1):
        return (
            "has shrink_first: true, which needs replication: 2 and cut_brokers: 1: a leader and a follower"
        )
    if terms.power_returns is PowerReturn.LEADER_LAST and settings.replication == 1:
        return "has power_returns: leader-last, and with a replication of 1 no other broker can lead"
    return refuses_missing_partition(settings)


RECORD = leader_fault(
    "power-cut",
    "Power is cut",
    inject,
    "cut_brokers",
    "power_returns",
    "shrink_first",
    needs=Capability.DISK,
    refuses=refuses,
)
