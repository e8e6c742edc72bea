"""Lose both replicas of a partition, the leader last; the one that had fallen behind comes back first.

What the leader alone had acknowledged is then nowhere but on the broker that is down. Brokers either wait for
it, or (unclean leader election) go on without.
"""

from dataclasses import dataclass

from include.clusters.cluster import Broker
from include.clusters.cluster_health import brokers_of, replicas_of
from include.faults.scene import READY, Scene
from include.load_runtime.events import Kind

ALONE = 500
"""Messages that are sent while the leader is alone."""


@dataclass(frozen=True)
class Replicas:
    """The two brokers that have the partition."""

    leader: Broker
    follower: Broker

    def __str__(self) -> str:
        """As a person calls them."""
        return f"{self.follower}, then {self.leader}"


def begin(scene: Scene) -> Replicas:
    """Stop the follower, kill the leader when it has been alone for a while, and start the follower.

    Returns when the follower is back, and leads where it may.
    """
    both, _ = _replicas(scene)
    leader, follower = (scene.cluster.broker(id) for id in both)
    follower.stop()
    scene.crew.wait_until(
        lambda: _replicas(scene)[1] == [leader.id],
        READY,
        lambda: f"{leader} didn't come to be the only replica in sync",
    )
    enough = _sent(scene) + ALONE
    scene.crew.wait_until(
        lambda: _sent(scene) >= enough, READY, lambda: f"{ALONE} messages weren't sent to {leader} alone"
    )
    leader.kill()
    follower.start()
    scene.crew.wait_until(lambda: _is_back(scene, follower), READY, lambda: f"{follower} didn't come back")
    return Replicas(leader, follower)


def end(_scene: Scene, replicas: Replicas) -> None:
    """Start the one that had led."""
    replicas.leader.start()


def _is_back(scene: Scene, follower: Broker) -> bool:
    if not scene.settings.unclean_leader_election:
        return follower.id in brokers_of(scene.cluster.access)
    both, in_sync = _replicas(scene)
    return in_sync == [follower.id] and both[0] == follower.id


def _replicas(scene: Scene) -> tuple[list[int], list[int]]:
    return replicas_of(scene.cluster.access, scene.topics.first, scene.settings.fault_partition)


def _sent(scene: Scene) -> int:
    event = scene.crew.latest(scene.programs.producer.name, Kind.PROGRESS)
    return event.counts["sent"] if event else 0
