"""Stop both brokers with replicas of a partition, the leader last; start the outdated follower first.

Only the former leader has the messages that were acknowledged while the follower was stopped. Without unclean
leader election, the partition is unavailable until the former leader is started again. With unclean leader
election, the partition continues without these messages.
"""

from collections.abc import Iterator

from include.faults.producer_replacement import wait_until_sent
from include.faults.scene import Broker, Scene
from include.faults.struck_leader import leader_fault, refuses_missing_partition, struck_partition
from include.settings.faults import KafkaCellSettings

SENT_TO_LEADER_ALONE = 500
"""The number of messages that are sent while only the leader is in sync."""

STEP_TIMEOUT_SECONDS = 60.0
"""The maximum time of each step of the fault."""


def inject(scene: Scene) -> Iterator[str]:
    """Stop the follower, let only the leader receive messages, kill the leader, and start the follower.

    The failure is in effect when the follower answers again. With unclean leader election, the follower must
    also have become the leader. At the end, start the former leader again.
    """
    replica_ids, _ = _replicas(scene)
    leader, follower = (scene.brokers.broker(id) for id in replica_ids)
    follower.stop()
    scene.supervisor.wait_until(
        lambda: _replicas(scene)[1] == [leader.id],
        STEP_TIMEOUT_SECONDS,
        lambda: f"{leader} did not become the only in-sync replica",
    )
    wait_until_sent(scene, SENT_TO_LEADER_ALONE, leader, STEP_TIMEOUT_SECONDS)
    leader.kill()
    follower.start()
    scene.supervisor.wait_until(
        lambda: _is_back(scene, follower), STEP_TIMEOUT_SECONDS, lambda: f"{follower} did not start again"
    )
    yield f"{follower}, then {leader}"
    leader.start()


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a replication other than 2, and a partition that does not exist.

    The fault stops every broker with a replica. The third broker must keep running, because brokers are also
    controllers, and two of three controllers must be alive to elect a leader.
    """
    if settings.replication == 2:
        return refuses_missing_partition(settings)
    return (
        f"needs a replication of 2, not {settings.replication}: it stops every replica, "
        "and one of the three brokers must keep running"
    )


def _is_back(scene: Scene, follower: Broker) -> bool:
    if not scene.settings.unclean_leader_election:
        return follower.id in scene.brokers.living()
    replica_ids, in_sync = _replicas(scene)
    return in_sync == [follower.id] and replica_ids[0] == follower.id


def _replicas(scene: Scene) -> tuple[list[int], list[int]]:
    return scene.brokers.replicas_of(scene.topic, struck_partition(scene.settings))


RECORD = leader_fault("lose-replicas", "Both replicas are lost", inject, refuses=refuses)
