"""Kill the leader while it has messages that no follower has copied.

Start it again when another broker leads. The followers are paused only for a moment, so that they count as in
sync. With ``acks=1`` the leader still acknowledges messages, which are lost when it is killed.
"""

from include.faults.fault import Capability, Fault, Target
from include.faults.producer_replacement import wait_until_sent
from include.faults.scene import Broker, Scene
from include.faults.settings_with_faults import StruckSettings
from include.faults.struck_leader import refuses_missing_partition, struck_partition, wait_until_replaced

SENT_TO_LEADER_ALONE = 200
"""The number of messages that are sent to all partitions while the followers are paused."""

SENDING_TIMEOUT_SECONDS = 10.0
"""The maximum time until these messages are sent."""


def begin(scene: Scene) -> Broker:
    """Pause the followers, kill the leader when only it has received messages, and resume the followers."""
    replicas, _in_sync = scene.brokers.replicas_of(scene.topic, struck_partition(scene.settings))
    leader, *followers = (scene.brokers.broker(id) for id in replicas)
    for follower in followers:
        follower.pause()
    wait_until_sent(scene, SENT_TO_LEADER_ALONE, leader, SENDING_TIMEOUT_SECONDS)
    leader.kill()
    for follower in followers:
        follower.resume()
    return leader


def end(scene: Scene, leader: Broker) -> None:
    """Wait until another broker leads, and start the former leader again."""
    wait_until_replaced(scene, str(leader))
    leader.start()


def refuses(settings: StruckSettings) -> str | None:
    """Refuse a partition that does not exist, and a partition without followers."""
    if settings.replication > 1:
        return refuses_missing_partition(settings)
    return "needs a replication of 2 or 3, not 1: it kills a leader that is ahead of its followers"


RECORD = Fault(
    "kill-leader-ahead",
    "A leader that is ahead of its followers is killed",
    Target.BROKER,
    Capability.BROKER,
    begin,
    end,
    refuses,
    parameters=("fault_partition",),
)
