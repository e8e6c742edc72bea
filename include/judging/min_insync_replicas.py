"""The meaning of the topic's ``min.insync.replicas`` for a producer that waits for all replicas in sync.

Source: https://kafka.apache.org/documentation/#topicconfigs_min.insync.replicas.
"""

from include.judging.deployment import REPLICAS, Deployment
from include.matrix.judged_settings import Remark

ASSUMED = (
    "No value was given, so that Kafka's default is judged; --min-insync-replicas states the value of your "
    "topic."
)

LEADER_ALONE = (
    "It contradicts “no loss”: while the other replicas are out of sync, acks=all means the leader alone, "
    "and an acknowledged message is lost with this one broker's log. min.insync.replicas=2 on a topic with "
    "three replicas keeps the promise."
)


def meaning(deployment: Deployment) -> Remark:
    """Return the meaning of the topic's value for a producer with ``acks=all``."""
    return _remark(deployment, _meaning(deployment.min_insync_replicas))


def contradiction(deployment: Deployment) -> Remark | None:
    """Return why the value contradicts a promise of no loss; None if it does not."""
    return _remark(deployment, LEADER_ALONE) if deployment.min_insync_replicas == 1 else None


def _meaning(number: int) -> str:
    if number == 1:
        return "The leader may acknowledge a message alone, while the other replicas are out of sync."
    kept = f"An acknowledged message was on {number} replicas at least."
    if number < REPLICAS:
        return f"{kept} While fewer are in sync, nothing is acknowledged, and the producer sends again."
    return (
        f"{kept} These are all: while one of them is out of sync, nothing is acknowledged, and a message is "
        "given up if the producer's time for it ends."
    )


def _remark(deployment: Deployment, text: str) -> Remark:
    is_unset = deployment.given_min_insync_replicas is None
    return Remark(
        setting="min.insync.replicas",
        value=str(deployment.min_insync_replicas),
        is_unset=is_unset,
        text=f"{text} {ASSUMED}" if is_unset else text,
    )
