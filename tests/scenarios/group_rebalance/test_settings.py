from typing import Any

import pytest
from pydantic import ValidationError

from include.load_runtime.job import ConsumerJob, ProcessingJob, ProducerJob
from include.load_runtime.message import key_of
from include.load_runtime.program import LoadPrograms
from include.scenarios.group_rebalance.settings import GroupRebalanceSettings
from include.scenarios.registry import settings_of
from tests.load_programs import programs_of


def settings(**given: Any) -> GroupRebalanceSettings:
    return GroupRebalanceSettings.model_validate({"semantics": "idempotent", "rate": 100, **given})


def programs(**given: Any) -> LoadPrograms:
    return programs_of(scenario="group_rebalance", semantics="idempotent", rate=100, **given)


def member(index: int = 0, **given: Any) -> ConsumerJob:
    job = programs(**given).consumers[index].job
    assert isinstance(job, ProcessingJob)
    return job


def test_a_group_has_three_members_that_process_before_they_commit_by_default() -> None:
    assert (settings().consumers, settings().processing) == (3, "process-first")
    assert member(2).assigned == []


def test_messages_take_keys_in_turn_and_the_partitions_of_the_java_client() -> None:
    job = programs(keys=4).producer.job
    assert isinstance(job, ProducerJob)
    assert (job.keys, job.client_settings["partitioner"]) == (4, "murmur2_random")
    assert [key_of(message, 4) for message in (0, 3, 4)] == [b"0", b"3", b"0"]


def test_without_keys_the_producer_has_the_default_partitioner() -> None:
    job = programs().producer.job
    assert isinstance(job, ProducerJob)
    assert job.keys == 0
    assert "partitioner" not in job.client_settings


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"processing": "receive-only"}, "processing: members with receive-only do not commit"),
        ({"heartbeat_ms": 6000, "session_timeout_ms": 6000}, "heartbeat_ms: 6000 is not below"),
        ({"fault": "stop-consumer", "consumers": 1}, "fault: stop-consumer removes a member of the group"),
        ({"assignor": "sticky"}, "'sticky' is not an assignor of librdkafka; choose cooperative-sticky"),
    ],
)
def test_settings_that_contradict_each_other_are_refused_with_the_reason(
    given: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValidationError, match=message):
        settings(**given)


def test_a_consumer_that_only_receives_cannot_be_killed() -> None:
    with pytest.raises(
        ValidationError, match="a consumer that only receives loses its record of received messages"
    ):
        settings_of({"semantics": "at-least-once", "rate": 1, "consumers": 2, "fault": "kill-consumer"})


def test_a_group_may_have_more_members_than_partitions() -> None:
    assert settings(consumers=4, partitions=3).consumers == 4
