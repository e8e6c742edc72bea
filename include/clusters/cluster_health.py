"""The health of a cluster: which of its brokers answer, and whether all replicas are in sync."""

from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient

from include.clusters.admin_client import admin
from include.clusters.cluster import Access
from include.machine.processes.wait_until import wait_until

REQUEST_TIMEOUT_SECONDS = 5.0
"""Time within which a broker must answer."""


def wait_until_healthy(access: Access, brokers: int, deadline: float) -> None:
    """Wait until ``brokers`` brokers answer, and all replicas of every partition are in sync."""
    client, missing = admin(access), ["an answer"]

    def healthy() -> bool:
        missing[:] = missing_parts(client, brokers)
        return not missing

    wait_until(healthy, deadline, lambda: f"the cluster did not become healthy: {missing[0]} was missing")


def brokers_of(access: Access) -> set[int]:
    """The ids of the brokers in the cluster; empty if no broker answers."""
    try:
        return set(admin(access).list_topics(timeout=REQUEST_TIMEOUT_SECONDS).brokers)
    except KafkaException:
        return set()


def missing_parts(client: AdminClient, brokers: int) -> list[str]:
    """Phrases for what is missing: an answer, one of the expected brokers, or in-sync replicas."""
    try:
        metadata = client.list_topics(timeout=REQUEST_TIMEOUT_SECONDS)
    except KafkaException as error:
        return [f"an answer ({error.args[0].str()})"]
    missing = [f"one of {brokers} brokers"] if len(metadata.brokers) < brokers else []
    for topic in metadata.topics.values():
        for partition in topic.partitions.values():
            if set(partition.isrs) != set(partition.replicas) or partition.leader < 0:
                missing.append(f"an in-sync replica of {topic.topic}-{partition.id}")
    return missing
