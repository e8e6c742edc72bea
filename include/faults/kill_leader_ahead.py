"""Kill the leader while it has messages that no follower has copied; start it again when another one leads.

The followers are paused for a moment, in which they stay in sync, because they lag only for a while. With
``acks=1`` the leader goes on acknowledging messages, which die with it.
"""

from include.faults.fault import Capability, Fault, Target
from include.faults.leader import wait_until_replaced
from include.faults.producer import sent_messages
from include.faults.scene import Broker, Scene
from include.faults.struck_settings import StruckSettings

SENT_TO_LEADER_ALONE = 200
"""The number of messages that are sent to all partitions while the followers are paused."""

SENDING_TIMEOUT_SECONDS = 10.0
"""The maximum time in which so many are sent: the brokers take a paused broker out of service later."""


def begin(scene: Scene) -> Broker:
    """Pause the followers, kill the leader when messages were sent to it alone, and resume the followers."""
    replicas, _in_sync = scene.brokers.replicas_of(scene.topic, scene.settings.fault_partition)
    leader, *followers = (scene.brokers.broker(id) for id in replicas)
    for follower in followers:
        follower.pause()
    wanted = sent_messages(scene) + SENT_TO_LEADER_ALONE
    scene.supervisor.wait_until(
        lambda: sent_messages(scene) >= wanted,
        SENDING_TIMEOUT_SECONDS,
        lambda: f"{SENT_TO_LEADER_ALONE} messages were not sent to {leader} alone",
    )
    leader.kill()
    for follower in followers:
        follower.resume()
    return leader


def end(scene: Scene, leader: Broker) -> None:
    """Wait until another broker leads, and start the former leader again."""
    wait_until_replaced(scene, str(leader))
    leader.start()


def refuses(settings: StruckSettings) -> str | None:
    """Refuse a partition without followers."""
    if settings.replication > 1:
        return None
    return "needs a replication of 2 or 3, not 1: it kills a leader that is ahead of its followers"


RECORD = Fault(
    "kill-leader-ahead",
    "The leader is killed ahead of its followers",
    Target.BROKER,
    Capability.BROKER,
    begin,
    end,
    refuses,
)
