"""The promise that the settings of a producer and of a consumer make together.

Source: https://kafka.apache.org/documentation/#producerconfigs and #consumerconfigs, and librdkafka's
CONFIGURATION.md and INTRODUCTION.md.
"""

from dataclasses import dataclass

from include.load.client_choice import ClientChoice, Role
from include.load.job import Isolation, Processing
from include.plan.judging.deployment import Deployment
from include.plan.judging.judged_client import judged_client
from include.plan.judging.role_settings import RoleSettings
from include.plan.judging.values_by_kafka_name import value_of

ACKS = ("0", "1", "all")
"""The values of ``acks`` that Kafka's brokers support."""

PROMISE_WORDS = {
    "at-most-once": (
        "at most once: no message is written twice, and messages may be lost; after a failure of the "
        "consumer messages may be processed again"
    ),
    "at-least-once": "at least once: no acknowledged message is lost, and messages may be delivered twice",
    "idempotent": (
        "idempotence: no acknowledged message is lost, and none is written twice or out of order as long as "
        "the producer lives"
    ),
    "exactly-once": (
        "exactly once: for a reader of committed messages, no message is lost or written twice, and no "
        "aborted message is seen; after a failure of the consumer, messages may be processed again"
    ),
}
"""The promise of each semantics, as the end of a sentence that begins with "They promise"."""


@dataclass(frozen=True)
class JudgedPromise:
    """The promise of a producer and a consumer."""

    client: ClientChoice
    producer: RoleSettings
    consumer: RoleSettings
    deployment: Deployment

    @property
    def acks(self) -> str:
        """The acknowledgements that the producer waits for: ``0``, ``1`` or ``all``."""
        return value_of(self.producer.effective, "acks")

    @property
    def roles(self) -> dict[Role, RoleSettings]:
        return {Role.PRODUCER: self.producer, Role.CONSUMER: self.consumer}

    def problem(self) -> str | None:
        """The error text about a setting that brokers or the producer would refuse; None if there is none."""
        if self.acks not in ACKS:
            supported = f"{self.acks} is not supported by Kafka's brokers; use 0, 1 or all"
            return f"{self.producer.file}: acks: {supported}"
        return judged_client(self.client).refused_timeout(self.client, self.producer)

    @property
    def is_transactional(self) -> bool:
        return "transactional.id" in self.producer.names_in_file

    @property
    def is_idempotent(self) -> bool:
        """Whether the brokers recognise and drop a message that is sent again."""
        return self.is_transactional or value_of(self.producer.effective, "enable.idempotence") == "true"

    @property
    def isolation(self) -> Isolation:
        return Isolation(value_of(self.consumer.effective, "isolation.level"))

    @property
    def semantics(self) -> str:
        if self.is_transactional:
            return "exactly-once"
        if self.acks == "0" or self.gives_up_at_once:
            return "at-most-once"
        return "idempotent" if self.is_idempotent else "at-least-once"

    @property
    def processing(self) -> Processing:
        """The time at which an application with these consumer settings commits offsets.

        An application that stores or commits offsets is assumed to do so after processing. For any other
        application, the client commits at regular intervals.
        """
        commits = value_of(self.consumer.effective, "enable.auto.commit") == "true"
        stores = value_of(self.consumer.effective, "enable.auto.offset.store") != "false"
        return Processing.AUTO_COMMIT if commits and stores else Processing.PROCESS_FIRST

    @property
    def gives_up_at_once(self) -> bool:
        return value_of(self.producer.effective, "retries") == "0"

    @property
    def promises_no_loss(self) -> bool:
        return self.semantics != "at-most-once"
