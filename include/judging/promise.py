"""What settings of a producer and of a consumer promise together, and which of them contradict the promise.

Source: https://kafka.apache.org/documentation/#producerconfigs and #consumerconfigs, and librdkafka's
CONFIGURATION.md and INTRODUCTION.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from include.judging import min_insync_replicas, offset_reset, static_member
from include.judging.deployment import Deployment
from include.judging.effective_values import is_given, remark, value_of
from include.judging.java_client import (
    default_of_acks,
    default_of_idempotence,
    is_idempotent_by_default,
    is_java,
)
from include.judging.message_limits import (
    error_channel,
    given_up_remarks,
    likely_losses,
    refused_timeout,
)
from include.judging.role_settings import RoleSettings
from include.load_runtime.client_answer import Role
from include.load_runtime.processing import Isolation, Processing
from include.matrix.judged_settings import Remark
from include.scenarios.clients.registry import speaks_version_2

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
        "exactly once: for a reader of committed messages none is lost, written twice, or seen although it "
        "was aborted; after a failure of the consumer messages may be processed again"
    ),
}
"""What each semantics promises, after "They promise"."""


@dataclass(frozen=True)
class JudgedPromise:
    """The promise of a producer and a consumer."""

    client: str
    producer: RoleSettings
    consumer: RoleSettings
    deployment: Deployment

    @property
    def acks(self) -> str:
        """The acknowledgements that the producer waits for: ``0``, ``1`` or ``all``."""
        return value_of(self.producer.effective, "acks")

    @property
    def roles(self) -> dict[Role, RoleSettings]:
        """The settings of each role."""
        return {Role.PRODUCER: self.producer, Role.CONSUMER: self.consumer}

    def problem(self) -> str | None:
        """Return which setting the brokers, or a producer at its start, would refuse; None if none."""
        if self.acks not in ACKS_TEXTS:
            supported = f"{self.acks} is not supported by Kafka's brokers; use 0, 1 or all"
            return f"{self.producer.file}: acks: {supported}"
        return refused_timeout(self.client, self.producer)

    @property
    def is_transactional(self) -> bool:
        """Whether messages are sent in transactions."""
        return "transactional.id" in self.producer.given

    @property
    def is_idempotent(self) -> bool:
        """Whether the brokers recognise a message that is sent again."""
        return self.is_transactional or value_of(self.producer.effective, "enable.idempotence") == "true"

    @property
    def isolation(self) -> Isolation:
        """Which messages of transactions the consumer reads."""
        return Isolation(value_of(self.consumer.effective, "isolation.level"))

    @property
    def semantics(self) -> str:
        """The semantics that the producer's settings promise."""
        if self.is_transactional:
            return "exactly-once"
        if self.acks == "0" or self._gives_up_at_once:
            return "at-most-once"
        return "idempotent" if self.is_idempotent else "at-least-once"

    @property
    def processing(self) -> Processing:
        """When an application with these settings of the consumer commits.

        A client of which the application stores the offsets commits what was processed, as the application
        that commits by itself does.
        """
        commits = value_of(self.consumer.effective, "enable.auto.commit") == "true"
        stores = value_of(self.consumer.effective, "enable.auto.offset.store") != "false"
        return Processing.AUTO_COMMIT if commits and stores else Processing.PROCESS_FIRST

    @property
    def _offset_reset(self) -> str:
        return value_of(self.consumer.effective, offset_reset.SETTING)

    @property
    def _gives_up_at_once(self) -> bool:
        return value_of(self.producer.effective, "retries") == "0"

    @property
    def _promises_no_loss(self) -> bool:
        return self.semantics != "at-most-once"

    def deciding(self) -> list[Remark]:
        """Return the settings that determine the promise, and the meaning of each."""
        producer = [remark(self.producer, name, text) for name, text in self._producer_texts()]
        consumer = [remark(self.consumer, name, text) for name, text in self._consumer_texts()]
        return [*producer, *self._topic_and_limits(), *consumer]

    def contradictions(self) -> list[Remark]:
        """Return the settings that contradict the promise, and what would keep it."""
        producer = [remark(self.producer, name, text) for name, text in self._producer_contradictions()]
        consumer = [remark(self.consumer, name, text) for name, text in self._consumer_contradictions()]
        return [*producer, *self._likely_losses(), *consumer]

    def _topic_and_limits(self) -> Iterator[Remark]:
        """Yield the meaning of the topic's setting, and of the limits after which a message is given up."""
        if not self.producer.file or self.acks == "0":
            return
        if self.acks == "all":
            yield min_insync_replicas.meaning(self.deployment)
        yield from given_up_remarks(self.client, self.producer)

    def _likely_losses(self) -> Iterator[Remark]:
        """Yield the topic's setting and the limits with which the producer loses messages."""
        if not self.producer.file or not self._promises_no_loss:
            return
        topic = min_insync_replicas.contradiction(self.deployment)
        if self.acks == "all" and topic:
            yield topic
        yield from likely_losses(self.client, self.producer)

    def _producer_texts(self) -> Iterator[tuple[str, str]]:
        if self.is_transactional:
            yield (
                "transactional.id",
                "Messages are sent in transactions: of a producer that dies, the next one with the same id "
                "aborts what was not committed.",
            )
        yield "acks", _joined(ACKS_TEXTS[self.acks], self._default_of_acks)
        if self._gives_up_at_once:
            yield "retries", self._text_of_no_retries
        if self.is_transactional or self.acks == "0":
            return
        if self.is_idempotent:
            yield (
                "enable.idempotence",
                _joined(
                    "The brokers drop a message that they have and that the client sends again.",
                    self._default_of_idempotence,
                ),
            )
        else:
            yield (
                "enable.idempotence",
                "A message whose acknowledgement is lost may be written again: duplicates, or another order.",
            )

    @property
    def _text_of_no_retries(self) -> str:
        text = "A message that is not acknowledged at the first attempt is not sent again"
        if self.acks == "0":
            return f"{text}."
        channel = error_channel(self.client)
        return f"{text}: it is lost unless the application handles the error that {channel} has."

    @property
    def _default_of_acks(self) -> str:
        """A sentence about the default of other releases, which hold where the file decides nothing."""
        is_decided = self.is_transactional or is_given(self.producer, "enable.idempotence")
        if not self.producer.file or is_decided or is_given(self.producer, "acks"):
            return ""
        return default_of_acks(self.client, is_release_known=self.deployment.is_release_known)

    @property
    def _default_of_idempotence(self) -> str:
        """The same of the default of idempotence."""
        if not self.producer.file or is_given(self.producer, "enable.idempotence"):
            return ""
        return default_of_idempotence(self.client, is_release_known=self.deployment.is_release_known)

    def _consumer_texts(self) -> Iterator[tuple[str, str]]:
        if self.is_transactional:
            yield "isolation.level", ISOLATION_TEXTS[self.isolation]
        if not self.consumer.file:
            return
        if self.processing is Processing.AUTO_COMMIT:
            yield "enable.auto.commit", "The client commits at an interval what it has handed over."
        else:
            yield (
                "enable.auto.commit",
                "The application commits. It is taken to commit what it has processed: after a failure, "
                "messages are processed again, and none is lost.",
            )
        yield offset_reset.SETTING, offset_reset.meaning(self._offset_reset)
        if is_given(self.consumer, static_member.SETTING):
            yield static_member.SETTING, static_member.meaning(self.consumer)

    def _producer_contradictions(self) -> Iterator[tuple[str, str]]:
        if self.is_transactional and not speaks_version_2(self.client):
            yield (
                "transactional.id",
                "One late request can break the promise: this client speaks the first version of the "
                "transaction protocol, in which a request to end a transaction that arrives late ends the "
                "next transaction. Committed messages can be lost, and aborted ones be seen, without an "
                "error (KAFKA-17754). Kafka's Java client 4.0 or newer, on brokers 4.0 or newer, does not "
                "have this error.",
            )
        if self._promises_no_loss and self.acks == "1":
            yield (
                "acks",
                "It contradicts “no loss”: a leader that fails before its followers have copied a message "
                "takes an acknowledged message with it. acks=all keeps the promise, if the topic's "
                "min.insync.replicas is 2 or more.",
            )
        if not self._promises_no_loss and self.acks == "all":
            yield (
                "retries",
                "It contradicts acks=all: the producer waits for all replicas, and then gives a message up "
                "at the first error that it could have repaired by sending again. Leave retries out.",
            )
        if self.acks == "0" and is_given(self.producer, "retries") and not self._gives_up_at_once:
            yield (
                "acks",
                "It makes retries nearly meaningless: without an acknowledgement the producer does not learn "
                "that a message was lost after it was written to the network.",
            )
        if self._has_lost_its_default_idempotence:
            yield (
                "enable.idempotence",
                "It is on by default in this client, and another setting of the file turns it off silently: "
                "it needs acks=all, retries above 0 and at most five requests in flight.",
            )

    @property
    def _has_lost_its_default_idempotence(self) -> bool:
        is_unset = bool(self.producer.file) and not is_given(self.producer, "enable.idempotence")
        return is_idempotent_by_default(self.client) and is_unset and not self.is_idempotent

    def _consumer_contradictions(self) -> Iterator[tuple[str, str]]:
        if self.is_transactional and self.isolation is Isolation.READ_UNCOMMITTED:
            yield (
                "isolation.level",
                "It contradicts the producer's transactions: the consumer also reads messages whose "
                "transactions are aborted, and reads them again when they are sent again. "
                "isolation.level=read_committed keeps the promise.",
            )
        if not self.consumer.file:
            return
        if self._promises_no_loss and self.processing is Processing.AUTO_COMMIT:
            yield "enable.auto.commit", _auto_commit_text(self.client)
        if self._promises_no_loss and offset_reset.skips_new_messages(self._offset_reset):
            yield offset_reset.SETTING, offset_reset.SKIPS


ACKS_TEXTS = {
    "all": "A message is acknowledged when all replicas that are in sync have it: at least as many as the "
    "topic's min.insync.replicas.",
    "1": "The leader acknowledges a message when it has written it, without waiting for another replica.",
    "0": "Nothing is acknowledged: the producer does not notice that a message is lost.",
}

ISOLATION_TEXTS = {
    Isolation.READ_COMMITTED: "The consumer reads messages of committed transactions only.",
    Isolation.READ_UNCOMMITTED: "The consumer reads messages before their transactions are committed.",
}


def _auto_commit_text(client: str) -> str:
    if is_java(client):
        return (
            "It contradicts “no loss” unless all messages of a poll are processed before the next poll: the "
            "client commits in poll what the polls before have returned. With threads of the application's "
            "own, enable.auto.commit=false and a commit after the processing keep the promise."
        )
    return (
        "It contradicts “no loss”: a thread of the client commits messages that it has handed over, "
        "processed or not, and messages are lost if the consumer fails in between. enable.auto.commit=false "
        "and a commit after the processing keep the promise, or enable.auto.offset.store=false and storing "
        "offsets after it."
    )


def _joined(text: str, addition: str) -> str:
    return f"{text} {addition}" if addition else text
