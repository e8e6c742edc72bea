"""Create and delete topics, and wait until all brokers know them."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import BrokerMetadata  # type: ignore[attr-defined]
from confluent_kafka.cimpl import NewPartitions, NewTopic

from include.clusters.admin_client import admin, request_until_answered
from include.clusters.cluster import Access
from include.clusters.topic_metadata_of_broker import partitions_known
from include.load.authorization_errors import Denied, denied
from include.machine.errors import PlatformError
from include.machine.processes.wait_until import wait_until

CREATION_SECONDS = 90.0
"""The maximum time until a new topic is ready. Brokers that share a busy machine may need most of it."""

LEAST_SECONDS = 5.0
"""The minimum time for each broker to report the topic."""


def create_topic(
    access: Access,
    name: str,
    partitions: int,
    replication: int,
    config: dict[str, str],
    deadline: float = CREATION_SECONDS,
    check: Callable[[], None] = lambda: None,
    leaders: Sequence[int] = (),
) -> None:
    """Create a topic; return when every broker knows it with all leaders and all replicas in sync.

    Otherwise, during a measurement, a client could ask a broker that does not know the topic yet, and wait
    for up to two seconds until it asks again.

    Args:
        access: How to reach the cluster.
        name: The name of the topic.
        partitions: The number of partitions.
        replication: Replicas of each partition.
        config: Settings of the topic.
        deadline: The maximum time in seconds until the topic is ready.
        check: Called while waiting; raises an error if the topic can never become ready.
        leaders: The brokers that lead the partitions, round-robin; if empty, the cluster chooses the leaders.

    Raises:
        PlatformError: The topic exists, cannot be created or described, or is not ready in time.
    """
    last = time.monotonic() + deadline
    placement: dict[str, Any] = {"replication_factor": replication}
    if leaders:
        ids = sorted(admin(access).list_topics(timeout=deadline).brokers)
        placement = {"replica_assignment": replicas_led_by(leaders, ids, partitions, replication)}
    topic = NewTopic(name, num_partitions=partitions, config=config, **placement)

    def create(seconds: float) -> None:
        client = admin(access)  # kept until the result arrives, since the request ends with the client
        client.create_topics([topic], request_timeout=seconds)[name].result()

    try:
        request_until_answered(create, KafkaError.TOPIC_ALREADY_EXISTS, deadline, check)
        brokers = admin(access).list_topics(name, timeout=deadline).brokers.values()
    except KafkaException as error:
        raise _refused("Create", f"topic {name} cannot be created", name, access, error.args[0]) from error
    _wait_until_all_know(access, brokers, name, partitions, replication, last, check)


def add_partitions(access: Access, name: str, partitions: int, deadline: float = CREATION_SECONDS) -> None:
    """Add partitions to a topic, up to this number; return when every broker knows them, as a new topic.

    Raises:
        PlatformError: The partitions cannot be added, or are not ready in time.
    """
    last = time.monotonic() + deadline

    def add(seconds: float) -> None:
        client = admin(access)  # kept until the result arrives, since the request ends with the client
        client.create_partitions([NewPartitions(name, partitions)], request_timeout=seconds)[name].result()

    try:
        request_until_answered(add, KafkaError.INVALID_PARTITIONS, deadline)
        metadata = admin(access).list_topics(name, timeout=deadline)
    except KafkaException as error:
        what = f"topic {name} cannot get {partitions} partitions"
        raise _refused("Alter", what, name, access, error.args[0]) from error
    replication = len(metadata.topics[name].partitions[0].replicas)
    brokers = metadata.brokers.values()
    _wait_until_all_know(access, brokers, name, partitions, replication, last, check=lambda: None)


def replicas_led_by(
    leaders: Sequence[int], brokers: Sequence[int], partitions: int, replication: int
) -> list[list[int]]:
    """For each partition, the ids of the brokers with a replica. The first id is the leader.

    The ids in ``leaders`` are assigned to the partitions round-robin.
    """
    first = [leaders[partition % len(leaders)] for partition in range(partitions)]
    return [[leader, *(id for id in brokers if id != leader)][:replication] for leader in first]


def delete_topic(access: Access, name: str, deadline: float = 30) -> None:
    """Delete a topic; do nothing if it does not exist.

    Raises:
        PlatformError: The topic cannot be deleted within ``deadline`` seconds.
    """

    def delete(seconds: float) -> None:
        client = admin(access)  # kept until the result arrives, since the request ends with the client
        client.delete_topics([name], request_timeout=seconds)[name].result()

    try:
        request_until_answered(delete, KafkaError.UNKNOWN_TOPIC_OR_PART, deadline)
    except KafkaException as error:
        if error.args[0].code() != KafkaError.UNKNOWN_TOPIC_OR_PART:
            reason = error.args[0]
            raise _refused("Delete", f"topic {name} cannot be deleted", name, access, reason) from error


def _refused(operation: str, what: str, name: str, access: Access, error: KafkaError) -> PlatformError:
    if error.code() in (Denied.TOPIC, Denied.CLUSTER):
        return PlatformError(denied(operation, "topic", name, access.connection))
    return PlatformError(f"{what}: {error.str()}")


def _wait_until_all_know(
    access: Access,
    brokers: Iterable[BrokerMetadata],
    name: str,
    partitions: int,
    replication: int,
    last: float,
    check: Callable[[], None],
) -> None:
    """Wait until every broker knows a topic, at most until a moment of ``time.monotonic``."""
    for broker in brokers:
        seconds = max(LEAST_SECONDS, last - time.monotonic())
        _wait_until_known(access, broker, name, partitions, replication, seconds, check)


def _wait_until_known(
    access: Access,
    broker: BrokerMetadata,
    name: str,
    partitions: int,
    replication: int,
    deadline: float,
    check: Callable[[], None],
) -> None:
    def known() -> bool:
        check()
        known_partitions = partitions_known(access, broker, name, deadline)
        led = [partition for partition in known_partitions if partition.leader >= 0]
        return len(led) == partitions and all(len(partition.isrs) == replication for partition in led)

    missing = f"a leader and all replicas in sync for each partition of topic {name}"
    wait_until(known, deadline, lambda: f"broker {broker.id} did not report {missing}")
