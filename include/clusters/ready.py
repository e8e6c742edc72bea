"""When a started cluster is ready."""

import time

from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient

from include.clusters.cluster import Access, ClusterError
from include.clusters.node import end_of_log
from include.clusters.state import ClusterState
from include.clusters.topics import admin, create_topic
from include.clusters.waiting import wait_until


def wait_until_ready(state: ClusterState, deadline: float) -> None:
    """Return once all brokers are registered and the internal topics have all their replicas in sync.

    Raises:
        ClusterError: a broker died, or it took longer than ``deadline`` seconds.
    """
    last = time.monotonic() + deadline
    access = Access(state.bootstrap)
    _wait_until_registered(state, access, deadline)
    replication = min(3, len(state.brokers))
    for name, config in internal_topics(state.settings).items():
        partitions, settings = config
        left = max(1.0, last - time.monotonic())
        create_topic(access, name, partitions, replication, settings, left)


def internal_topics(settings: dict[str, str]) -> dict[str, tuple[int, dict[str, str]]]:
    """Partitions and settings of the topics that brokers would otherwise create when a client first needs
    them, in the middle of a measurement. As a broker creates them."""
    offsets = {"cleanup.policy": "compact", "segment.bytes": "104857600", "compression.type": "producer"}
    transactions = {
        "cleanup.policy": "compact",
        "segment.bytes": "104857600",
        "compression.type": "uncompressed",
        "unclean.leader.election.enable": "false",
        "min.insync.replicas": settings["transaction.state.log.min.isr"],
    }
    return {
        "__consumer_offsets": (int(settings["offsets.topic.num.partitions"]), offsets),
        "__transaction_state": (int(settings["transaction.state.log.num.partitions"]), transactions),
    }


def check_alive(state: ClusterState) -> None:
    """Make sure that every broker lives.

    Raises:
        ClusterError: one doesn't; it says which, and the end of its log.
    """
    for broker in state.brokers:
        if not broker.process.alive():
            raise ClusterError(
                f"broker {broker.id} is gone; the end of {broker.log}:\n{end_of_log(broker.log)}"
            )


def _wait_until_registered(state: ClusterState, access: Access, deadline: float) -> None:
    client = admin(access)
    registered: set[int] = set()

    def complete() -> bool:
        check_alive(state)
        registered.update(_ask(client))
        return len(registered) == len(state.brokers)

    def missing() -> str:
        silent = [broker for broker in state.brokers if broker.id not in registered]
        return f"brokers {[broker.id for broker in silent]} of {state.release} didn't register"

    wait_until(complete, deadline, missing)


def _ask(client: AdminClient) -> set[int]:
    try:
        return set(client.list_topics(timeout=0.5).brokers)
    except KafkaException:
        return set()
