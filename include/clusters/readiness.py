"""Wait until a started cluster is ready."""

import time

from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient

from include.clusters.admin_client import admin
from include.clusters.cluster import Cluster
from include.clusters.topics import create_topic
from include.machine.processes.wait_until import wait_until


def wait_until_ready(cluster: Cluster, deadline: float) -> None:
    """Wait until all brokers are registered, and create the internal topics.

    Then wait until all replicas of these topics are in sync.
    """
    last = time.monotonic() + deadline
    record = cluster.record()
    _wait_until_registered(cluster, deadline)
    replication = min(3, record.brokers)
    for name, config in internal_topics(record.settings).items():
        partitions, settings = config
        left = max(1.0, last - time.monotonic())
        create_topic(cluster.access, name, partitions, replication, settings, left, cluster.check)


def internal_topics(settings: dict[str, str]) -> dict[str, tuple[int, dict[str, str]]]:
    """The partitions and settings of the internal topics, as a broker would create them.

    The topics are created at startup. Otherwise, the brokers would create them during a measurement, for the
    first client that needs them.
    """
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


def _wait_until_registered(cluster: Cluster, deadline: float) -> None:
    client = admin(cluster.access)
    record = cluster.record()
    broker_ids = set(range(1, record.brokers + 1))
    registered: set[int] = set()

    def complete() -> bool:
        cluster.check()
        registered.update(_registered(client))
        return registered >= broker_ids

    def missing() -> str:
        return f"brokers {sorted(broker_ids - registered)} of {record.release} did not register"

    wait_until(complete, deadline, missing)


def _registered(client: AdminClient) -> set[int]:
    try:
        return set(client.list_topics(timeout=0.5).brokers)
    except KafkaException:
        return set()
