from confluent_kafka import KafkaError, KafkaException

from include.load.client_failure import TopicOperation, client_failure
from include.load.consumer_jobs import ConsumerJob, CopyJob
from tests.load.jobs import job_of

JOB = job_of(ConsumerJob, client_settings={"group.id": "g"})
COPY_JOB = job_of(CopyJob, producer_settings={"transactional.id": "tx"})


def explained(code: int, job: ConsumerJob = JOB) -> str:
    explain = client_failure("consumer", TopicOperation.READ)
    return explain(KafkaException(KafkaError(code, "the reason")), job)


def test_a_failure_quotes_the_client_or_names_the_missing_permission() -> None:
    assert explained(KafkaError._FENCED) == "the consumer cannot go on: the reason"
    assert explained(KafkaError.TOPIC_AUTHORIZATION_FAILED).startswith("Read on topic t was denied")
    assert explained(KafkaError.GROUP_AUTHORIZATION_FAILED).startswith("Read on group g was denied")
    reason = explained(KafkaError.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, COPY_JOB)
    assert reason.startswith("Write on transactional id tx was denied")
