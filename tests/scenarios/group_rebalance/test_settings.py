from pathlib import Path
from typing import Any

import pytest
from confluent_kafka import Consumer
from pydantic import ValidationError

from include.load_runtime.job import ConsumerJob, ProcessingJob, ProducerJob
from include.load_runtime.message import key_of
from include.load_runtime.program import LoadPrograms, Topics, newcomer, successor
from include.scenarios.group_rebalance.settings import Assignor, GroupRebalanceSettings
from include.scenarios.registry import settings_of
from tests.load_programs import load_programs


def settings(**given: Any) -> GroupRebalanceSettings:
    return GroupRebalanceSettings.model_validate({"semantics": "idempotent", "rate": 100, **given})


def programs(**given: Any) -> LoadPrograms:
    values = {"scenario": "group_rebalance", "semantics": "idempotent", "rate": 100, **given}
    return load_programs(settings_of(values), "run", "cell", Path("/cell"), Topics("t"), "127.0.0.1:1")


def member(index: int = 0, **given: Any) -> ConsumerJob:
    job = programs(**given).consumers[index].job
    assert isinstance(job, ProcessingJob)
    return job


def test_members_are_three_who_process_before_they_commit() -> None:
    assert (settings().consumers, settings().processing) == (3, "process-first")
    assert member(2).assigned == []


@pytest.mark.parametrize("assignor", list(Assignor))
def test_the_client_takes_the_settings_of_every_assignor(assignor: Assignor) -> None:
    Consumer(member(assignor=assignor).client_settings).close()


def test_with_the_consumer_protocol_brokers_decide_what_the_client_may_not() -> None:
    told = member(assignor="consumer-protocol", remote_assignor="range").client_settings
    assert (told["group.protocol"], told["group.remote.assignor"]) == ("consumer", "range")
    refused = ("partition.assignment.strategy", "heartbeat.interval.ms", "session.timeout.ms")
    assert not set(refused) & set(told)


def test_members_stand_in_the_order_of_their_names_newcomers_last() -> None:
    last = programs().consumers[-1]
    jobs = [member(0), member(1), newcomer(last).job, successor(last).job]
    names = ["consumer-0", "consumer-1", "consumer-3", "consumer-2"]
    assert [job.client_settings["client.id"] for job in jobs] == names


def test_keys_are_taken_in_turn_and_go_where_a_java_client_would_send_them() -> None:
    job = programs(keys=4).producer.job
    assert isinstance(job, ProducerJob)
    assert (job.keys, job.client_settings["partitioner"]) == (4, "murmur2_random")
    assert [key_of(message, 4) for message in (0, 3, 4)] == [b"0", b"3", b"0"]


def test_without_keys_the_producer_chooses_as_in_any_delivery_cell() -> None:
    job = programs().producer.job
    assert isinstance(job, ProducerJob)
    assert job.keys == 0
    assert "partitioner" not in job.client_settings


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"processing": "receive-only"}, "processing: members of receive-only do not commit"),
        ({"heartbeat_ms": 6000, "session_timeout_ms": 6000}, "heartbeat_ms: 6000 is not below"),
        ({"fault": "stop-consumer", "consumers": 1}, "fault: stop-consumer removes a member of the group"),
        ({"assignor": "sticky"}, "'sticky' is not an assignor of librdkafka; choose cooperative-sticky"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_reason(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        settings(**given)


def test_one_of_several_who_leaves_no_trace_is_not_killed() -> None:
    with pytest.raises(
        ValidationError, match="a consumer that only receives loses its record of received messages"
    ):
        settings_of({"semantics": "at-least-once", "rate": 1, "consumers": 2, "fault": "kill-consumer"})


def test_more_members_than_partitions_are_no_mistake() -> None:
    assert settings(consumers=4, partitions=3).consumers == 4
