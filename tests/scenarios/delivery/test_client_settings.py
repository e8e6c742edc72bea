from typing import Any

import pytest
from confluent_kafka import Consumer, Producer

from include.scenarios.delivery import DeliverySettings
from include.scenarios.semantics.registry import SEMANTICS
from include.scenarios.settings_of_both_clients import topic_settings
from tests.scenarios.client_settings import Difference, consumer_settings, difference, producer_settings

AT_MOST_ONCE_PRODUCER: Difference = {
    "acks": "0",
    "retries": "0",
    "max.in.flight.requests.per.connection": "10",
}

TRANSACTIONAL_PRODUCER: Difference = {
    "enable.idempotence": "true",
    "transactional.id": "t",
    "transaction.timeout.ms": "60000",
    "message.timeout.ms": "60000",
}


@pytest.mark.parametrize(
    ("semantics", "producer", "consumer"),
    [
        ("at-least-once", {}, {}),
        ("at-most-once", AT_MOST_ONCE_PRODUCER, {}),
        ("idempotent", {"enable.idempotence": "true"}, {}),
        ("exactly-once", TRANSACTIONAL_PRODUCER, {"isolation.level": "read_committed"}),
    ],
)
def test_each_semantics_has_its_settings(semantics: str, producer: Difference, consumer: Difference) -> None:
    assert difference(producer_settings(semantics), producer_settings()) == producer
    assert difference(consumer_settings(semantics), consumer_settings()) == consumer


def test_the_settings_of_a_topic_can_be_set() -> None:
    settings = DeliverySettings(semantics="idempotent", min_insync_replicas=1, unclean_leader_election=True)
    assert topic_settings(settings) == {
        "min.insync.replicas": "1",
        "unclean.leader.election.enable": "true",
        "compression.type": "producer",
    }


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"linger_ms": 0.5}, {"linger.ms": "0.5"}),
        ({"batch_bytes": 1_000_000}, {"batch.size": "1000000"}),
        ({"messages_per_request": 50}, {"batch.num.messages": "50"}),
        ({"compression": "zstd"}, {"compression.type": "zstd"}),
        ({"request_timeout_ms": 2_000}, {"request.timeout.ms": "2000"}),
        ({"delivery_timeout_ms": 2_000}, {"message.timeout.ms": "2000"}),
        ({"idempotence": True}, {"enable.idempotence": "true"}),
        ({"acks": 1}, {"acks": "1"}),
        ({"request_counts": True}, {"statistics.interval.ms": "250"}),
        ({"fault": "kill-leader", "rate": 100}, {"statistics.interval.ms": "250"}),
    ],
)
def test_a_cells_setting_changes_those_of_producers(settings: dict[str, Any], expected: Difference) -> None:
    assert difference(producer_settings(**settings), producer_settings()) == expected


def test_the_transaction_timeout_and_linger_limit_the_message_timeout() -> None:
    settings = producer_settings("exactly-once", transaction_timeout_ms=5_000)
    assert (settings["transaction.timeout.ms"], settings["message.timeout.ms"]) == ("5000", "5000")
    sooner = producer_settings("exactly-once", transaction_timeout_ms=5_000, delivery_timeout_ms=1_000)
    assert (sooner["transaction.timeout.ms"], sooner["message.timeout.ms"]) == ("5000", "1000")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"fetch_min_bytes": 100_000}, {"fetch.min.bytes": "100000"}),
        ({"fetch_wait_ms": 10}, {"fetch.wait.max.ms": "10"}),
        ({"fetch_max_bytes": 2_000_000}, {"fetch.max.bytes": "2000000"}),
        ({"fetch_partition_bytes": 16_384}, {"max.partition.fetch.bytes": "16384"}),
        ({"isolation_level": "read_committed"}, {"isolation.level": "read_committed"}),
        ({"auto_commit_ms": 100}, {"auto.commit.interval.ms": "100"}),
        ({"session_timeout_ms": 6_000}, {"session.timeout.ms": "6000"}),
        ({"request_counts": True}, {"statistics.interval.ms": "250"}),
        ({"processing": "process-first"}, {"enable.auto.commit": "false", "enable.partition.eof": "true"}),
        ({"processing": "auto-commit"}, {"enable.partition.eof": "true"}),
        ({"fault": "kill-leader", "rate": 100}, {"enable.partition.eof": "true"}),
    ],
)
def test_a_cells_setting_changes_those_of_consumers(settings: dict[str, Any], expected: Difference) -> None:
    assert difference(consumer_settings(**settings), consumer_settings()) == expected


@pytest.mark.parametrize("semantics", SEMANTICS)
def test_the_client_library_accepts_the_settings_of_every_semantics(semantics: str) -> None:
    Producer(producer_settings(semantics)).flush(0)
    Consumer(consumer_settings(semantics)).close()


def test_settings_of_a_users_own_are_added_to_by_what_the_load_programs_need_and_by_nothing_else() -> None:
    assert producer_settings(producer_settings={"linger.ms": "7"}) == {
        "linger.ms": "7",
        "bootstrap.servers": "127.0.0.1:1",
        "log_level": "6",
        "allow.auto.create.topics": "false",
    }
    transactional = producer_settings("exactly-once", producer_settings={})
    assert transactional["transactional.id"] == "t"
    assert "message.timeout.ms" not in transactional
    assert consumer_settings(consumer_settings={"enable.auto.commit": "false"}) == {
        "enable.auto.commit": "false",
        "bootstrap.servers": "127.0.0.1:1",
        "group.id": "t",
        "auto.offset.reset": "earliest",
        "enable.partition.eof": "false",
        "log_level": "6",
        "allow.auto.create.topics": "false",
    }
