from pathlib import Path

from confluent_kafka import KafkaError, KafkaException

from include.load_runtime.client_errors import TopicOperation, client_failure
from include.load_runtime.job import ConsumerJob, CopyJob
from include.load_runtime.payload import Filler
from include.load_runtime.processing import Processing

JOB = ConsumerJob(
    name="consumer-0",
    folder=Path(),
    topic="t",
    cell=1,
    messages=1,
    client_settings={"group.id": "g"},
    index=0,
)
COPY_JOB = CopyJob(
    **JOB.model_dump(),
    processing=Processing.PROCESS_FIRST,
    batch_messages=1,
    message_bytes=40,
    filler=Filler.TEXT,
    filler_seed=1,
    output="copied",
    producer_settings={"transactional.id": "tx"},
)


def explained(code: int, job: ConsumerJob = JOB) -> str:
    explain = client_failure("consumer", TopicOperation.READ)
    return explain(KafkaException(KafkaError(code, "its own words")), job)


def test_a_failure_is_the_roles_with_the_clients_own_words() -> None:
    assert explained(KafkaError._FENCED) == "the consumer cannot go on: its own words"


def test_a_missing_permission_is_named_with_what_it_is_needed_for() -> None:
    assert explained(KafkaError.TOPIC_AUTHORIZATION_FAILED).startswith("Read on topic t was denied")
    assert explained(KafkaError.GROUP_AUTHORIZATION_FAILED).startswith("Read on group g was denied")


def test_a_copiers_transactional_id_is_its_producers() -> None:
    reason = explained(KafkaError.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, COPY_JOB)
    assert reason.startswith("Write on transactional id tx was denied")
