"""The metadata of brokers that faults need: leaders, replicas, ends of logs and coordinators.

Also what faults change of topics and groups.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from confluent_kafka import IsolationLevel, KafkaException, Producer, TopicCollection, TopicPartition
from confluent_kafka.admin import OffsetSpec, PartitionMetadata  # type: ignore[attr-defined]

from include.clusters.admin_client import CLIENT_SETTINGS, admin
from include.clusters.cluster import Cluster
from include.clusters.cluster_health import REQUEST_TIMEOUT_SECONDS, brokers_of, missing_parts
from include.clusters.group_settings import set_group_settings
from include.clusters.share_offsets import set_share_offsets
from include.clusters.topics import add_partitions
from include.faults.scene import Broker
from include.machine.errors import PlatformError

TRANSACTIONS = "__transaction_state"
"""The internal topic with the state of transactions."""

SHARE_STATE = "__share_group_state"
"""The internal topic with the state of share groups."""

COORDINATOR_TIMEOUT_SECONDS = 30.0
"""Time within which brokers must have created ``__transaction_state``."""


@dataclass(frozen=True)
class ClusterBrokers:
    """The brokers of a cluster and their metadata, in the form that faults use."""

    cluster: Cluster

    def broker(self, id: int) -> Broker:
        return self.cluster.broker(id)

    def living(self) -> set[int]:
        return brokers_of(self.cluster.access)

    def missing(self) -> list[str]:
        return missing_parts(admin(self.cluster.access), len(self.cluster.brokers))

    def leader_of(self, topic: str, partition: int) -> Broker:
        return self.cluster.broker(self.leader_id(topic, partition))

    def leader_id(self, topic: str, partition: int) -> int:
        """The id of the broker that leads a partition.

        Raises:
            PlatformError: No broker leads the partition, or the partition does not exist.
        """
        with _undetermined(f"the leader of {topic}-{partition}"):
            metadata = self._partitions(topic).get(partition)
        if metadata is None or metadata.leader < 0:
            raise PlatformError(f"{topic}-{partition} has no leader")
        return int(metadata.leader)

    def replicas_of(self, topic: str, partition: int) -> tuple[list[int], list[int]]:
        with _undetermined(f"the replicas of {topic}-{partition}"):
            metadata = self._partitions(topic)[partition]
        return sorted(metadata.replicas, key=lambda id: id != metadata.leader), list(metadata.isrs)

    def log_ends(self, topic: str, partitions: int, *, committed: bool = False) -> dict[int, int]:
        """The high watermark of each partition or, with ``committed``, its last stable offset.

        The high watermark is the offset after the last record that all in-sync replicas have. No record
        before the last stable offset belongs to an open transaction.
        """
        latest = OffsetSpec.latest()  # type: ignore[no-untyped-call]
        specifications = {TopicPartition(topic, partition): latest for partition in range(partitions)}
        isolation = IsolationLevel.READ_COMMITTED if committed else IsolationLevel.READ_UNCOMMITTED
        client = admin(self.cluster.access)  # the futures are answered while the client lives
        with _undetermined(f"the end offsets of {topic}"):
            futures = client.list_offsets(
                specifications, isolation_level=isolation, request_timeout=REQUEST_TIMEOUT_SECONDS
            )
            return {place.partition: int(future.result().offset) for place, future in futures.items()}

    def coordinator_of(self, transactional_id: str) -> tuple[str, int]:
        """The partition of ``__transaction_state`` whose leader coordinates a transactional id.

        Source: Kafka's ``TransactionStateManager.partitionFor``.
        """
        with _undetermined("the transaction coordinator"):
            partition = abs(java_hash(transactional_id)) % len(self._partitions(TRANSACTIONS))
        return TRANSACTIONS, partition

    def latest_coordinator(self) -> tuple[str, int]:
        """The partition of ``__transaction_state`` that has the newest record, since Kafka 3.0."""
        newest = OffsetSpec.max_timestamp()  # type: ignore[no-untyped-call]
        client = admin(self.cluster.access)  # the futures are answered while the client lives
        with _undetermined("the transaction coordinator"):
            places = {
                TopicPartition(TRANSACTIONS, number): newest for number in self._partitions(TRANSACTIONS)
            }
            futures = client.list_offsets(places, request_timeout=REQUEST_TIMEOUT_SECONDS)
            times = {place.partition: future.result().timestamp for place, future in futures.items()}
        return TRANSACTIONS, max(times, key=times.__getitem__)

    def share_coordinator_of(self, group: str, topic: str, partition: int) -> tuple[str, int]:
        return SHARE_STATE, self.share_state_places(group, topic, [partition])[partition]

    def share_state_places(self, group: str, topic: str, partitions: Iterable[int]) -> dict[int, int]:
        """For each partition, that of ``__share_group_state`` whose leader stores the group's state of it.

        Source: Kafka's ``ShareCoordinatorService.partitionFor`` and ``SharePartitionKey.asCoordinatorKey``.
        """
        client = admin(self.cluster.access)  # the future is answered while the client lives
        with _undetermined("the share coordinator"):
            described = client.describe_topics(
                TopicCollection([topic]), request_timeout=REQUEST_TIMEOUT_SECONDS
            )
            topic_id, places = str(described[topic].result().topic_id), len(self._partitions(SHARE_STATE))
        hashes = {number: java_hash(share_key(group, topic_id, number)) for number in partitions}
        return {number: abs(hashed) % places for number, hashed in hashes.items()}

    def owners_of(self, topic: str) -> frozenset[str]:
        client = admin(self.cluster.access)  # the futures are answered while the client lives
        with _undetermined(f"the members that own {topic}"):
            listed = client.list_consumer_groups(request_timeout=REQUEST_TIMEOUT_SECONDS).result().valid
            if not listed:
                return frozenset()
            groups = client.describe_consumer_groups(
                [group.group_id for group in listed], request_timeout=REQUEST_TIMEOUT_SECONDS
            )
            members = [member for group in groups.values() for member in group.result().members]
        return frozenset(
            member.member_id
            for member in members
            if any(place.topic == topic for place in member.assignment.topic_partitions)
        )

    def add_partitions(self, topic: str, partitions: int) -> None:
        add_partitions(self.cluster.access, topic, partitions)

    def set_group_settings(self, group: str, settings: Mapping[str, str]) -> None:
        set_group_settings(self.cluster.access, group, settings)

    def set_share_offsets(
        self, group: str, topic: str, offsets: Sequence[int], empty_within_seconds: float
    ) -> None:
        set_share_offsets(self.cluster, group, topic, offsets, empty_within_seconds)

    def first_coordinator_id(self, transactional_id: str) -> int:
        """The id of the broker that coordinates a transactional id, even if no producer has used the id yet.

        Brokers create ``__transaction_state`` only when a producer asks for its coordinator, so this method
        uses a producer if the topic does not exist.
        """
        access = self.cluster.access
        if TRANSACTIONS not in admin(access).list_topics(timeout=REQUEST_TIMEOUT_SECONDS).topics:
            settings = {**CLIENT_SETTINGS, **access.settings, "transactional.id": transactional_id}
            with _undetermined("the transaction coordinator"):
                Producer(settings).init_transactions(COORDINATOR_TIMEOUT_SECONDS)
        return self.leader_id(*self.coordinator_of(transactional_id))

    def _partitions(self, topic: str) -> dict[int, PartitionMetadata]:
        metadata = admin(self.cluster.access).list_topics(topic, timeout=REQUEST_TIMEOUT_SECONDS)
        return metadata.topics[topic].partitions


def share_key(group: str, topic_id: str, partition: int) -> str:
    """The key by which brokers choose the coordinator of a partition that a share group reads.

    librdkafka writes the id of a topic in base64, and Kafka in base64 for URLs.
    """
    return f"{group}:{topic_id.translate(str.maketrans('+/', '-_'))}:{partition}"


def java_hash(text: str) -> int:
    """Java's ``String.hashCode`` of an ASCII text. -2**31 becomes 0, as in Kafka's ``Utils.abs``."""
    hashed = 0
    for character in text:
        hashed = (31 * hashed + ord(character)) & 0xFFFFFFFF
    result = hashed - 2**32 if hashed >= 2**31 else hashed
    return 0 if result == -(2**31) else result


@contextmanager
def _undetermined(what: str) -> Iterator[None]:
    """Convert an error of a metadata request to a PlatformError, whose message begins with ``what``."""
    try:
        yield
    except KafkaException as error:
        raise PlatformError(f"{what} cannot be determined: {error.args[0].str()}") from error
    except KeyError as error:
        raise PlatformError(f"{what} cannot be determined: there is no {error}") from error
