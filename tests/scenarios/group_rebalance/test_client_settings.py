"""The client settings of group rebalance cells, in literal values."""

from typing import Any

import pytest
from confluent_kafka import Consumer

from include.load_runtime.program import newcomer, successor
from include.scenarios.group_rebalance.settings import Assignor
from tests.load_programs import programs_of
from tests.scenarios.client_settings import CONSUMER, PRODUCER, Difference, difference


def member_settings(index: int = 0, **settings: Any) -> dict[str, str]:
    programs = programs_of(scenario="group_rebalance", semantics="idempotent", **settings)
    return programs.consumers[index].job.client_settings


def producer_settings(**settings: Any) -> dict[str, str]:
    programs = programs_of(scenario="group_rebalance", **{"semantics": "idempotent", **settings})
    return programs.producer.job.client_settings


MEMBER: Difference = {
    "client.id": "consumer-0",
    "enable.auto.commit": "false",
    "enable.partition.eof": "true",
}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, {}),
        ({"assignor": "roundrobin"}, {"partition.assignment.strategy": "roundrobin"}),
        ({"assignor": "cooperative-sticky"}, {"partition.assignment.strategy": "cooperative-sticky"}),
        (
            {"heartbeat_ms": 1_000, "session_timeout_ms": 6_000},
            {"heartbeat.interval.ms": "1000", "session.timeout.ms": "6000"},
        ),
    ],
)
def test_with_the_classic_protocol_a_member_has_these_settings(
    settings: dict[str, Any], expected: Difference
) -> None:
    assert difference(member_settings(**settings), CONSUMER) == MEMBER | expected


@pytest.mark.parametrize("remote_assignor", ["uniform", "range"])
def test_with_the_consumer_protocol_brokers_decide_on_assignor_heartbeat_and_session(
    remote_assignor: str,
) -> None:
    settings = member_settings(assignor="consumer-protocol", remote_assignor=remote_assignor)
    assert difference(settings, CONSUMER) == MEMBER | {
        "group.protocol": "consumer",
        "group.remote.assignor": remote_assignor,
        "partition.assignment.strategy": None,
        "heartbeat.interval.ms": None,
        "session.timeout.ms": None,
    }


@pytest.mark.parametrize("assignor", list(Assignor))
def test_the_client_accepts_the_settings_of_every_assignor(assignor: Assignor) -> None:
    Consumer(member_settings(assignor=assignor)).close()


def test_the_client_id_of_a_member_is_its_number_in_the_group() -> None:
    programs = programs_of(scenario="group_rebalance", semantics="idempotent")
    last = programs.consumers[-1]
    jobs = [programs.consumers[0].job, programs.consumers[1].job, newcomer(last).job, successor(last).job]
    names = ["consumer-0", "consumer-1", "consumer-3", "consumer-2"]
    assert [job.client_settings["client.id"] for job in jobs] == names


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, {}),
        ({"keys": 4}, {"partitioner": "murmur2_random"}),
        ({"semantics": "at-least-once"}, {"enable.idempotence": "false"}),
        (
            {"semantics": "exactly-once"},
            {"transactional.id": "t", "transaction.timeout.ms": "60000", "message.timeout.ms": "60000"},
        ),
    ],
)
def test_the_producer_has_the_settings_of_a_delivery_cell_and_a_partitioner_for_keys(
    settings: dict[str, Any], expected: Difference
) -> None:
    idempotent = {**PRODUCER, "enable.idempotence": "true"}
    assert difference(producer_settings(**settings), idempotent) == expected
