from typing import Any

import pytest
from confluent_kafka import Consumer

from include.scenarios.group_rebalance import Assignor
from tests.load_programs import programs_of
from tests.scenarios.client_settings import CONSUMER, Difference, difference


def member_settings(index: int = 0, **settings: Any) -> dict[str, str]:
    programs = programs_of(scenario="group_rebalance", semantics="idempotent", **settings)
    return programs.consumers[index].job.client_settings


MEMBER = {"client.id": "consumer-0", "enable.auto.commit": "false", "enable.partition.eof": "true"}


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
def test_classic_members_have_these_settings(settings: dict[str, Any], expected: Difference) -> None:
    assert difference(member_settings(**settings), CONSUMER) == MEMBER | expected


JAVA_ASSIGNORS = {
    "range": "org.apache.kafka.clients.consumer.RangeAssignor",
    "roundrobin": "org.apache.kafka.clients.consumer.RoundRobinAssignor",
    "cooperative-sticky": "org.apache.kafka.clients.consumer.CooperativeStickyAssignor",
    "consumer-protocol": None,
}


@pytest.mark.parametrize("assignor", list(Assignor))
def test_members_of_java_have_its_names_of_the_assignors(assignor: Assignor) -> None:
    settings = member_settings(assignor=assignor, client="java")
    assert settings.get("partition.assignment.strategy") == JAVA_ASSIGNORS[assignor]


@pytest.mark.parametrize("assignor", list(Assignor))
def test_the_client_accepts_the_settings_of_every_assignor(assignor: Assignor) -> None:
    Consumer(member_settings(assignor=assignor)).close()
