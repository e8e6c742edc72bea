"""Lose both replicas of a partition, the leader last; the one that had fallen behind comes back first.

What the leader alone had acknowledged is then only on the broker that is down. The brokers either wait for it
or, with unclean leader election, continue without it.
"""

from dataclasses import dataclass

from include.faults.fault import Capability, Fault, Target
from include.faults.producer import READY_SECONDS, sent_messages
from include.faults.scene import Broker, Scene
from include.faults.struck_settings import StruckSettings

SENT_TO_LEADER_ALONE = 500
"""Messages that are sent while the leader is the only replica in sync."""


@dataclass(frozen=True)
class Replicas:
    """The two brokers that have the partition."""

    leader: Broker
    follower: Broker

    def __str__(self) -> str:
        """Both, in the order in which they were lost."""
        return f"{self.follower}, then {self.leader}"


def begin(scene: Scene) -> Replicas:
    """Stop the follower, kill the leader after it has been alone for a while, and start the follower.

    Returns when the follower is back, and leads where it may.
    """
    both, _ = _replicas(scene)
    leader, follower = (scene.brokers.broker(id) for id in both)
    follower.stop()
    scene.supervisor.wait_until(
        lambda: _replicas(scene)[1] == [leader.id],
        READY_SECONDS,
        lambda: f"{leader} was not the only replica in sync",
    )
    enough = sent_messages(scene) + SENT_TO_LEADER_ALONE
    scene.supervisor.wait_until(
        lambda: sent_messages(scene) >= enough,
        READY_SECONDS,
        lambda: f"{SENT_TO_LEADER_ALONE} messages were not sent to {leader} alone",
    )
    leader.kill()
    follower.start()
    scene.supervisor.wait_until(
        lambda: _is_back(scene, follower), READY_SECONDS, lambda: f"{follower} did not come back"
    )
    return Replicas(leader, follower)


def end(_scene: Scene, replicas: Replicas) -> None:
    """Start the former leader."""
    replicas.leader.start()


def refuses(settings: StruckSettings) -> str | None:
    """Brokers are controllers too: of three, two must live so that another leader can be elected."""
    if settings.replication == 2:
        return None
    return f"needs a replication of 2, not {settings.replication}: of three brokers it takes two"


def _is_back(scene: Scene, follower: Broker) -> bool:
    if not scene.settings.unclean_leader_election:
        return follower.id in scene.brokers.living()
    both, in_sync = _replicas(scene)
    return in_sync == [follower.id] and both[0] == follower.id


def _replicas(scene: Scene) -> tuple[list[int], list[int]]:
    return scene.brokers.replicas_of(scene.topic, scene.settings.fault_partition)


RECORD = Fault(
    "lose-replicas", "Both replicas are lost", Target.BROKER, Capability.BROKER, begin, end, refuses
)
