"""A follower that gets an answer late removes an acknowledged message, up to Kafka 3.9.0 (KAFKA-18991).

Broker B leads, and a message reaches B only. Broker A leads, and tells B in answer to its Fetch request to
remove the message. This answer is late. B leads again; the message is copied, and acknowledged. A leads
again, and now B gets the late answer, which is of an earlier epoch of the same leader. B removes the message,
and leads once more before it has copied the message again.
"""

import socket
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from confluent_kafka import ElectionType, KafkaError, Producer, TopicPartition

from include.clusters.admin_client import CLIENT_SETTINGS, admin
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.topic_metadata_of_broker import partitions_known
from include.clusters.topics import create_topic
from include.machine.processes.wait_until import wait_until
from include.producers.proxy.frames import LENGTH_BYTES, length_field
from tests.e2e.committed_messages import committed_messages
from tests.e2e.proxies.late_fetch_answers import LateFetchAnswers
from tests.session.brokers import brokers_of

pytestmark = pytest.mark.releases

B, A = 1, 2
SECONDS = 20
"""Less than the 30 s after which a follower that does not fetch is out of sync."""

ALTER_PARTITION_REASSIGNMENTS = 45
TOPIC, OTHER = "late", "other"

END_OF_FIRST_EPOCH = b"\0\x0d" + struct.pack(">iq", 0, 1)
"""The field of an answer to Fetch that tells a follower to remove the second message, because for the leader
epoch 0 ends at offset 1. The field begins with its number and its size."""


def until(condition: Callable[[], bool], missing: str) -> None:
    wait_until(condition, SECONDS, lambda: f"{missing} was missing")


class Partition:
    """The only partition of the topic, with replicas on brokers A and B."""

    def __init__(self, cluster: EmbeddedCluster) -> None:
        self._cluster, self._admin = cluster, admin(cluster.access)
        clients = {"bootstrap.servers": cluster.state.bootstrap, **CLIENT_SETTINGS}
        self._settings = {**clients, "topic.metadata.refresh.interval.ms": 500}  # the leader changes often
        config = {"min.insync.replicas": "2"}
        create_topic(cluster.access, TOPIC, 1, replication=2, config=config, leaders=[B])
        self._producer = Producer({**self._settings, "acks": "all", "enable.idempotence": True})
        self.acknowledged: list[str] = []

    def send(self, text: str) -> None:
        self._producer.produce(TOPIC, text, partition=0, on_delivery=self._report)

    def wait_for_acknowledgements(self) -> None:
        assert self._producer.flush(SECONDS) == 0

    def let_lead(self, leader: int) -> None:
        """Make a replica the preferred one, and elect it."""
        _set_replicas(self._cluster, [leader, A + B - leader])
        self._admin.elect_leaders(ElectionType.PREFERRED, [TopicPartition(TOPIC, 0)]).result()
        until(lambda: self._leads(leader), f"leader {leader}")

    def _leads(self, id: int) -> bool:
        """Whether every broker knows this leader."""
        brokers = self._admin.list_topics(timeout=SECONDS).brokers.values()
        answers = [partitions_known(self._cluster.access, broker, TOPIC, SECONDS) for broker in brokers]
        return all(answer and answer[0].leader == id for answer in answers)

    def _report(self, error: KafkaError | None, message: object) -> None:
        assert error is None
        self.acknowledged.append(str(message.value(), "utf-8"))  # type: ignore[attr-defined]


def _set_replicas(cluster: EmbeddedCluster, replicas: list[int]) -> None:
    """Change the order of the replicas by AlterPartitionReassignments, which librdkafka does not have."""
    name, client, no_tags, one = TOPIC.encode(), b"test", b"\0", length_field(1, is_compact=True)
    header = struct.pack(">hhih", ALTER_PARTITION_REASSIGNMENTS, 0, 1, len(client)) + client + no_tags
    ids = length_field(len(replicas), is_compact=True) + struct.pack(f">{len(replicas)}i", *replicas)
    partition = one + struct.pack(">i", 0) + ids + no_tags
    topic = one + length_field(len(name), is_compact=True) + name + partition + no_tags
    frame = header + struct.pack(">i", SECONDS * 1000) + topic + no_tags
    host, _, port = cluster.state.bootstrap.split(",")[0].partition(":")
    with (
        socket.create_connection((host, int(port)), SECONDS) as connection,
        connection.makefile("rb") as file,
    ):
        connection.sendall(len(frame).to_bytes(LENGTH_BYTES) + frame)
        answer = file.read(int.from_bytes(file.read(LENGTH_BYTES)))
    _, error = struct.unpack_from(">ih", answer, len(b"id..") + len(no_tags))
    assert error == 0


def fetchers_of_b(cluster: EmbeddedCluster) -> int:
    """How often broker B has begun to copy the partition from broker A."""
    log = cluster.broker(B).state.log.read_text(encoding="utf-8")
    begun = f"Added fetcher to broker {A} for partitions"
    return sum(begun in line and f"{TOPIC}-0 ->" in line for line in log.splitlines())


@pytest.mark.parametrize(("release", "is_kept"), [("3.9.0", False), ("3.9.1", True)])
def test_a_late_answer_of_an_earlier_epoch_removes_an_acknowledged_message(
    tmp_path: Path, release: str, is_kept: bool
) -> None:
    with brokers_of(release, tmp_path, linked=True) as cluster:
        # another partition for which B fetches from A, so that B keeps its connection to A
        create_topic(cluster.access, OTHER, 1, replication=3, config={}, leaders=[A])
        partition = Partition(cluster)
        assert cluster.state.links
        answers = LateFetchAnswers(cluster.state.links)
        with answers.between_brokers():
            partition.send("first")
            partition.wait_for_acknowledgements()
            answers.hold(A, B, b"second")
            partition.send("second")
            until(lambda: answers.held(A, B) > 0, "an answer with the second message")
            answers.hold(B, A, END_OF_FIRST_EPOCH)
            partition.let_lead(A)
            until(lambda: answers.held(B, A) > 0, "the answer that tells B to remove the second message")
            answers.release(A, B)
            partition.let_lead(B)
            partition.wait_for_acknowledgements()
            assert partition.acknowledged == ["first", "second"]
            assert committed_messages(cluster.access, TOPIC) == ["first", "second"]
            before = fetchers_of_b(cluster)
            partition.let_lead(A)
            until(lambda: fetchers_of_b(cluster) > before, "B as a follower of A")
            requests = answers.requests[B, A]
            answers.hold(B, A, b"second")
            until(lambda: answers.requests[B, A] > requests, "the next request of B")
            partition.let_lead(B)
            assert committed_messages(cluster.access, TOPIC) == (
                ["first", "second"] if is_kept else ["first"]
            )
