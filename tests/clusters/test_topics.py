import uuid
from collections.abc import Callable

import pytest
from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import ConfigResource  # type: ignore[attr-defined]

from include.clusters.admin_client import ATTEMPT_SECONDS, admin, request_until_answered
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.topics import add_partitions, create_topic, delete_topic
from include.machine.errors import PlatformError
from tests.clusters.test_topic_metadata_of_broker import known_by

pytestmark = pytest.mark.brokers


@pytest.fixture
def name() -> str:
    return f"test-{uuid.uuid4()}"


def test_every_broker_knows_a_created_topic(embedded_cluster: EmbeddedCluster, name: str) -> None:
    create_topic(embedded_cluster.access, name, partitions=9, replication=3, config={})
    brokers = admin(embedded_cluster.access).list_topics(timeout=5).brokers.values()
    for known in (known_by(embedded_cluster.access, broker, name) for broker in brokers):
        assert len(known) == 9
        assert all(sorted(partition.isrs) == [1, 2, 3] for partition in known)
        assert {partition.leader for partition in known} == {1, 2, 3}
    delete_topic(embedded_cluster.access, name)


def test_every_broker_knows_added_partitions(embedded_cluster: EmbeddedCluster, name: str) -> None:
    access = embedded_cluster.access
    create_topic(access, name, partitions=1, replication=2, config={})
    add_partitions(access, name, 3)
    for broker in admin(access).list_topics(timeout=5).brokers.values():
        assert [len(partition.isrs) for partition in known_by(access, broker, name)] == [2, 2, 2]
    with pytest.raises(PlatformError, match=f"topic {name} cannot get 2 partitions"):
        add_partitions(access, name, 2)
    delete_topic(access, name)


def test_a_topic_has_the_settings_it_was_created_with(embedded_cluster: EmbeddedCluster, name: str) -> None:
    with pytest.raises(PlatformError, match=f"topic {name} cannot be created: .*min.insync.replica"):
        create_topic(embedded_cluster.access, name, 1, 3, {"min.insync.replica": "2"})
    delete_topic(embedded_cluster.access, name)  # there is none
    create_topic(embedded_cluster.access, name, 1, 3, {"min.insync.replicas": "2"})
    resource = ConfigResource(ConfigResource.Type.TOPIC, name)
    client = admin(embedded_cluster.access)
    assert client.describe_configs([resource])[resource].result()["min.insync.replicas"].value == "2"
    with pytest.raises(PlatformError, match=f"topic {name} cannot be created: .*already exists"):
        create_topic(embedded_cluster.access, name, 1, 3, {})
    delete_topic(embedded_cluster.access, name)


def answers(*codes: int | None) -> Callable[[float], None]:
    """Requests that are answered with these errors, one after the other; None for none."""
    left = list(codes)

    def request(seconds: float) -> None:
        assert 0 < seconds <= ATTEMPT_SECONDS
        code = left.pop(0)
        if code is not None:
            raise KafkaException(KafkaError(code))

    return request


@pytest.mark.parametrize("lost", [KafkaError._DESTROY_BROKER, KafkaError._TIMED_OUT])
@pytest.mark.parametrize("again", [None, KafkaError.TOPIC_ALREADY_EXISTS])
def test_a_request_that_the_client_lost_is_repeated(lost: int, again: int | None) -> None:
    request_until_answered(answers(lost, again), done=KafkaError.TOPIC_ALREADY_EXISTS, deadline=30)


def gone() -> None:
    raise PlatformError("broker 2 is gone")


def test_a_request_is_not_repeated_after_its_deadline_a_refusal_or_the_end_of_a_broker() -> None:
    done = KafkaError.TOPIC_ALREADY_EXISTS
    with pytest.raises(KafkaException, match="_TIMED_OUT"):
        request_until_answered(answers(KafkaError._TIMED_OUT, None), done=done, deadline=0)
    with pytest.raises(KafkaException):
        request_until_answered(answers(done, None), done=done, deadline=30)
    with pytest.raises(PlatformError, match="broker 2 is gone"):
        request_until_answered(answers(KafkaError._TIMED_OUT, None), done, deadline=30, check=gone)


def test_an_ended_broker_is_not_waited_for(embedded_cluster: EmbeddedCluster, name: str) -> None:
    with pytest.raises(PlatformError, match="broker 2 is gone"):
        create_topic(embedded_cluster.access, name, 1, 3, {}, check=gone)
    delete_topic(embedded_cluster.access, name)
