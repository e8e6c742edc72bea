"""The client and topic settings of queue cells, in literal values."""

from typing import Any

import pytest

from include.scenarios.common_client_settings import topic_settings
from include.scenarios.queue.settings import QueueSettings
from tests.load_programs import programs_of
from tests.scenarios.client_settings import CONSUMER, PRODUCER, Difference, difference


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, {"batch.size": "103400"}),
        ({"message_bytes": 128, "batch_messages": 10}, {"batch.size": "1380"}),
        ({"batch_bytes": 16_384}, {}),
        (
            {"semantics": "exactly-once", "batch_bytes": 16_384, "replication": 3},
            {
                "enable.idempotence": "true",
                "transactional.id": "t",
                "transaction.timeout.ms": "60000",
                "message.timeout.ms": "60000",
            },
        ),
    ],
)
def test_the_kafka_producer_sends_batch_messages_in_a_batch(
    settings: dict[str, Any], expected: Difference
) -> None:
    producer = programs_of(scenario="queue", system="kafka", **settings).producer
    assert difference(producer.job.client_settings, PRODUCER) == {"linger.ms": "0", **expected}


def test_the_kafka_consumer_has_the_settings_of_a_delivery_cell() -> None:
    (consumer,) = programs_of(scenario="queue", system="kafka").consumers
    assert consumer.job.client_settings == CONSUMER


def test_the_topic_of_kafka_needs_one_in_sync_replica() -> None:
    assert topic_settings(QueueSettings.model_validate({"system": "kafka"})) == {
        "min.insync.replicas": "1",
        "unclean.leader.election.enable": "false",
        "compression.type": "producer",
    }


@pytest.mark.parametrize("system", ["redis-list", "redis-stream", "rabbitmq", "rabbitmq-confirmed"])
def test_programs_of_a_queue_server_have_no_settings_of_a_kafka_client(system: str) -> None:
    assert [program.job.client_settings for program in programs_of(scenario="queue", system=system).all] == [
        {},
        {},
    ]
