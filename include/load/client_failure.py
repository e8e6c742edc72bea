"""Sentences for the user about the failure of a Kafka client."""

from collections.abc import Callable
from enum import StrEnum

from confluent_kafka import KafkaError, KafkaException

from include.load.authorization_errors import denied_to_client
from include.load.job import Job

METADATA_TIMEOUT_SECONDS = 30.0
"""The maximum time to wait for a topic's metadata before the client raises an error."""


class TopicOperation(StrEnum):
    """The operations of clients on their job's topic, named as in Kafka's access control lists."""

    READ = "Read"
    WRITE = "Write"


def client_failure(
    role: str, operation: TopicOperation, describe: Callable[[KafkaError], str] = KafkaError.str
) -> Callable[[KafkaException, Job], str]:
    """The function that explains the failure of a program's clients.

    Args:
        role: The role of the program, such as ``producer``: the subject of the sentence.
        describe: Describes an error that is not due to a missing permission.
    """

    def explain(failure: KafkaException, job: Job) -> str:
        error: KafkaError = failure.args[0]
        settings = {key: value for client in job.clients().values() for key, value in client.items()}
        denial = denied_to_client(error.code(), operation, job.topic, settings)
        return denial or f"the {role} cannot go on: {describe(error)}"

    return explain
