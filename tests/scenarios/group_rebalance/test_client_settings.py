from typing import Any

import pytest
from confluent_kafka import Consumer

from include.scenarios.group_rebalance.settings import Assignor
from tests.load_programs import programs_of


def member_settings(index: int = 0, **settings: Any) -> dict[str, str]:
    programs = programs_of(scenario="group_rebalance", semantics="idempotent", **settings)
    return programs.consumers[index].job.client_settings


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
