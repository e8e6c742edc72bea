import json
from collections.abc import Iterator
from uuid import uuid4

import pytest
from confluent_kafka.admin import (  # type: ignore[attr-defined]
    AlterConfigOpType,
    ConfigEntry,
    ConfigResource,
    NewTopic,
    ResourceType,
)

from include.clusters.admin_client import admin
from include.clusters.external.limits import with_limits
from include.machine.errors import PlatformError
from include.plan.judging.deployment import Deployment
from tests.clusters.secured import NEEDED, PASSWORD, SecuredCluster

pytestmark = pytest.mark.brokers

LARGEST_BATCHES = ("3000000", "2500000", "4000000")
"""The ``message.max.bytes`` of each broker."""


@pytest.fixture
def topic(secured_cluster: SecuredCluster) -> Iterator[str]:
    """A topic with limits of its own, on brokers whose largest batch is not the default."""
    client, name = admin(secured_cluster.superuser.access), f"orders-{uuid4().hex}"
    config = {"max.message.bytes": "2000000", "min.insync.replicas": "2"}
    client.create_topics([NewTopic(name, 1, 3, config=config)])[name].result()
    change(secured_cluster, AlterConfigOpType.SET)
    yield name
    change(secured_cluster, AlterConfigOpType.DELETE)
    client.delete_topics([name])[name].result()


def change(secured: SecuredCluster, operation: AlterConfigOpType) -> None:
    """Set ``LARGEST_BATCHES``, or delete them; a request can name only one broker."""
    client = admin(secured.superuser.access)
    brokers = sorted(client.list_topics(timeout=10).brokers)
    for broker, size in zip(brokers, LARGEST_BATCHES, strict=True):
        entry = ConfigEntry("message.max.bytes", size, incremental_operation=operation)
        resource = ConfigResource(ConfigResource.Type.BROKER, str(broker), incremental_configs=[entry])
        client.incremental_alter_configs([resource])[resource].result()


def name_connection(monkeypatch: pytest.MonkeyPatch, extra: dict[str, object]) -> str:
    monkeypatch.setenv("AIRFLOW_CONN_KAFKA_OWN", json.dumps({"conn_type": "kafka", "extra": extra}))
    return "kafka_own"


def test_limits_of_brokers_and_topic_are_read(
    secured_cluster: SecuredCluster, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = name_connection(monkeypatch, {"bootstrap.servers": secured_cluster.superuser.access.bootstrap})
    brokers = with_limits(name, "", Deployment())
    assert brokers.limits.max_message_bytes == 2_500_000  # the strictest
    assert brokers.limits.transaction_max_timeout_ms == 900_000
    assert (brokers.limits.is_of_cluster, brokers.limits.is_of_topic) == (True, False)
    assert brokers.given_min_insync_replicas is None
    both = with_limits(name, topic, Deployment())
    assert (both.limits.max_message_bytes, both.limits.is_of_topic) == (2_000_000, True)
    assert both.given_min_insync_replicas == 2
    assert with_limits(name, topic, Deployment(1)).given_min_insync_replicas == 1
    assert "Client quotas were not read" in both.limits.note
    with pytest.raises(PlatformError, match="--topic: the cluster of kafka_own does not have the topic"):
        with_limits(name, "absent", Deployment())


def test_a_user_who_may_not_see_the_limits_is_told_that_the_defaults_are_judged(
    secured_cluster: SecuredCluster, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "DESCRIBE_CONFIGS" not in NEEDED[ResourceType.TOPIC]
    name = name_connection(monkeypatch, secured_cluster.scram(secured_cluster.user()))
    found = with_limits(name, topic, Deployment())
    assert not found.limits.is_of_cluster
    assert found.limits.max_message_bytes == 1_048_588
    assert "may not describe configurations: the default limits of brokers are judged" in found.limits.note
    assert PASSWORD not in repr(found)
