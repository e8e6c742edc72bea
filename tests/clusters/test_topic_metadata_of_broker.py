"""The metadata of librdkafka's mock brokers; tests/clusters/test_topics.py asks real brokers."""

from types import SimpleNamespace
from typing import cast
from unittest.mock import Mock

import pytest
from confluent_kafka import KafkaError, KafkaException, Producer
from confluent_kafka.admin import BrokerMetadata, PartitionMetadata  # type: ignore[attr-defined]

from include.clusters import topic_metadata_of_broker
from include.clusters.cluster import Access
from include.clusters.topic_metadata_of_broker import partitions_known
from include.machine.errors import PlatformError
from include.machine.processes.wait_until import wait_until


@pytest.fixture
def producer() -> Producer:
    """A client with three mock brokers, which have the topic t."""
    producer = Producer({"test.mock.num.brokers": 3, "log_level": 0})
    producer.produce("t", b"x")
    producer.flush(5)
    return producer


def broker_at(id: int, host: str) -> BrokerMetadata:
    return cast("BrokerMetadata", SimpleNamespace(id=id, host=host, port=1))


def known_by(access: Access, broker: BrokerMetadata, topic: str) -> list[PartitionMetadata]:
    """The partitions that a broker knows of a topic that exists."""
    known: list[PartitionMetadata] = []

    def is_known() -> bool:
        known[:] = partitions_known(access, broker, topic, 5)
        return bool(known)

    wait_until(is_known, 5, lambda: f"broker {broker.id} did not describe {topic}")
    return known


def test_each_broker_describes_a_topic_that_exists(producer: Producer) -> None:
    for broker in producer.list_topics(timeout=5).brokers.values():
        assert {partition.leader for partition in known_by(Access(""), broker, "t")} <= {1, 2, 3}


def test_a_missing_broker_is_named() -> None:
    with pytest.raises(PlatformError, match="broker 7 sent no metadata of topic t: "):
        partitions_known(Access(""), broker_at(7, "127.0.0.1"), "t", 0.5)


@pytest.mark.parametrize(("answering", "known"), [(-1, 1), (1, 1), (2, 0)])
def test_only_the_answer_of_the_broker_itself_counts(
    monkeypatch: pytest.MonkeyPatch, answering: int, known: int
) -> None:
    topics = {"t": SimpleNamespace(error=None, partitions={0: "p"})}
    answer = SimpleNamespace(topics=topics, orig_broker_id=answering)
    client = SimpleNamespace(list_topics=lambda _topic, timeout: answer)
    monkeypatch.setattr(topic_metadata_of_broker, "admin", lambda _access: client)
    assert len(partitions_known(Access(""), broker_at(1, "::1"), "t", 5)) == known


def test_a_request_lost_with_its_connection_leaves_the_topic_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = Mock(side_effect=KafkaException(KafkaError(KafkaError._DESTROY_BROKER)))
    monkeypatch.setattr(topic_metadata_of_broker, "admin", lambda _access: Mock(list_topics=lost))
    assert partitions_known(Access(""), broker_at(1, "127.0.0.1"), "t", 5) == []
