"""Kill the leader while it has messages that no follower has copied.

The killed broker starts again when another broker leads. The followers are paused so briefly that they still
count as in sync. With ``acks=1``, the leader acknowledges messages that only it has. These messages are lost
when the leader is killed.
"""

from collections.abc import Iterator

from include.faults.producer_replacement import wait_until_sent
from include.faults.scene import Broker, Scene
from include.faults.struck_leader import (
    leader_fault,
    refuses_missing_partition,
    struck_partition,
    wait_until_replaced,
)
from include.settings.faults import KafkaCellSettings

SENT_TO_LEADER_ALONE = 200
"""The total number of messages that are sent to all partitions while the followers are paused."""

SENDING_TIMEOUT_SECONDS = 10.0
"""The maximum time until ``SENT_TO_LEADER_ALONE`` messages are sent."""


def inject(scene: Scene) -> Iterator[Broker]:
    """Pause the followers, kill the leader when it is ahead of them, and resume the followers.

    When another broker leads, start the former leader again.
    """
    replicas, _in_sync = scene.brokers.replicas_of(scene.topic, struck_partition(scene.settings))
    leader, *followers = (scene.brokers.broker(id) for id in replicas)
    for follower in followers:
        follower.pause()
    wait_until_sent(scene, SENT_TO_LEADER_ALONE, leader, SENDING_TIMEOUT_SECONDS)
    leader.kill()
    for follower in followers:
        follower.resume()
    yield leader
    wait_until_replaced(scene, str(leader))
    leader.start()


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a partition that does not exist, and a partition without followers."""
    if settings.replication > 1:
        return refuses_missing_partition(settings)
    return "needs a replication of 2 or 3, not 1: it kills a leader that is ahead of its followers"


RECORD = leader_fault(
    "kill-leader-ahead",
    "A leader that is ahead of its followers is killed",
    inject,
    refuses=refuses,
)
