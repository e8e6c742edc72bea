"""When a cluster is whole again: all brokers there, all replicas in sync."""

from confluent_kafka import IsolationLevel, KafkaException, TopicPartition
from confluent_kafka.admin import AdminClient, OffsetSpec  # type: ignore[attr-defined]

from include.clusters.cluster import Access
from include.clusters.topics import admin
from include.errors import PlatformError
from include.processes.waiting import wait_until

TRANSACTIONS = "__transaction_state"
"""The log of the transactions."""

ANSWER = 5.0
"""Seconds within which a broker must answer."""


def wait_until_healthy(access: Access, brokers: int, deadline: float) -> None:
    """Return once so many brokers are there, and every partition's replicas are in sync.

    Raises:
        PlatformError: not within ``deadline`` seconds; it says what is missing.
    """
    client = admin(access)
    missing = ["an answer"]

    def whole() -> bool:
        missing[:] = _missing(client, brokers)
        return not missing

    wait_until(whole, deadline, lambda: f"the cluster isn't whole: {missing[0]} is missing")


def brokers_of(access: Access) -> set[int]:
    """The ids of the brokers that are there; none where none answers."""
    try:
        return set(admin(access).list_topics(timeout=ANSWER).brokers)
    except KafkaException:
        return set()


def leader_of(access: Access, topic: str, partition: int) -> int:
    """The id of the broker that leads a partition.

    Raises:
        PlatformError: none does, or there is no such partition.
    """
    try:
        found = admin(access).list_topics(topic, timeout=ANSWER).topics[topic].partitions.get(partition)
    except KafkaException as error:
        raise PlatformError(f"who leads {topic}-{partition} can't be told: {error.args[0].str()}") from error
    if found is None or found.leader < 0:
        raise PlatformError(f"{topic}-{partition} has no leader")
    return int(found.leader)


def replicas_of(access: Access, topic: str, partition: int) -> tuple[list[int], list[int]]:
    """The ids of the brokers that have a partition, and of those that are in sync; its leader is first.

    Raises:
        PlatformError: they can't be told.
    """
    try:
        found = admin(access).list_topics(topic, timeout=ANSWER).topics[topic].partitions[partition]
    except (KafkaException, KeyError) as error:
        raise PlatformError(f"who has {topic}-{partition} can't be told: {error}") from error
    return sorted(found.replicas, key=lambda id: id != found.leader), list(found.isrs)


def ends(access: Access, topic: str, partitions: int, committed: bool = False) -> dict[int, int]:
    """The offset behind the last record of each partition that all in-sync replicas have.

    With ``committed``, the last stable offset: behind it a transaction is open.

    Raises:
        PlatformError: a partition has no leader, or its leader doesn't answer.
    """
    client = admin(access)
    latest = OffsetSpec.latest()  # type: ignore[no-untyped-call]
    asked = {TopicPartition(topic, one): latest for one in range(partitions)}
    try:
        isolation = IsolationLevel.READ_COMMITTED if committed else IsolationLevel.READ_UNCOMMITTED
        found = client.list_offsets(asked, isolation_level=isolation, request_timeout=ANSWER)
        return {place.partition: int(future.result().offset) for place, future in found.items()}
    except KafkaException as error:
        raise PlatformError(f"where {topic} ends can't be told: {error.args[0].str()}") from error


def transactions_partition(access: Access, transactional_id: str) -> int:
    """The partition of the transactions' log that has a transactional id; its leader is the coordinator.

    Source: Kafka's ``TransactionStateManager.partitionFor``.

    Raises:
        PlatformError: it can't be told.
    """
    try:
        found = admin(access).list_topics(TRANSACTIONS, timeout=ANSWER).topics[TRANSACTIONS]
    except KafkaException as error:
        raise PlatformError(f"the coordinator can't be told: {error.args[0].str()}") from error
    return abs(java_hash(transactional_id)) % len(found.partitions)


def java_hash(text: str) -> int:
    """Java's ``String.hashCode`` of a text of ASCII, but 0 for its least value, as ``Utils.abs`` has it."""
    hashed = 0
    for character in text:
        hashed = (31 * hashed + ord(character)) & 0xFFFFFFFF
    signed = hashed - 2**32 if hashed >= 2**31 else hashed
    return 0 if signed == -(2**31) else signed


def _missing(client: AdminClient, brokers: int) -> list[str]:
    try:
        found = client.list_topics(timeout=ANSWER)
    except KafkaException as error:
        return [f"an answer ({error.args[0].str()})"]
    missing = [f"one of {brokers} brokers"] if len(found.brokers) < brokers else []
    for topic in found.topics.values():
        for partition in topic.partitions.values():
            if set(partition.isrs) != set(partition.replicas) or partition.leader < 0:
                missing.append(f"an in-sync replica of {topic.topic}-{partition.id}")
    return missing
