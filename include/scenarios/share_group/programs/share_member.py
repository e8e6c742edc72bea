"""A member of a share group: ``python -m include.scenarios.share_group.programs.share_member <job file>``."""

from collections.abc import Mapping, Sequence
from time import monotonic_ns
from typing import NamedTuple

import numpy as np
from confluent_kafka import (
    AcknowledgeType,
    KafkaError,
    KafkaException,
    Message,
    ShareConsumer,
    TopicPartition,
)

from include.consumers.received_journal import ReceivedJournal
from include.load.client_failure import TopicOperation, client_failure
from include.load.events import EventKind, emit
from include.load.load_program import run_program
from include.load.progress import RECEIVING_INTERVAL_NS, Progress
from include.load.signals import PauseForFault, ProgramSignals
from include.rawlog.schemas import NEVER_SENT
from include.scenarios.share_group.programs.delivery_records import DECISIONS, DELIVERY, DeliveryRecords
from include.scenarios.share_group.programs.jobs import ShareDecision, ShareMemberJob

POLL_SECONDS = 0.1

COMMIT_SECONDS = 30.0
"""The maximum wait for the brokers' answer to the acknowledgements of a poll."""

TYPES = {
    ShareDecision.ACCEPT: AcknowledgeType.ACCEPT,
    ShareDecision.RELEASE: AcknowledgeType.RELEASE,
    ShareDecision.REJECT: AcknowledgeType.REJECT,
}


class Unanswered(NamedTuple):
    """A delivery whose acknowledgement is not answered yet."""

    number: int
    """The number of the delivery among those to the member, from 0."""
    id: int
    decision: ShareDecision


class ShareMember:
    """Receives messages, records them, decides on each, and acknowledges them."""

    def __init__(self, job: ShareMemberJob, signals: ProgramSignals) -> None:
        self._job, self._signals = job, signals
        self._consumer = ShareConsumer(dict(job.client_settings))
        self._journal = ReceivedJournal(job)
        self._records = DeliveryRecords(job.folder, job.name)
        self._held = range(0)
        """The deliveries of the latest poll whose acknowledgement has not begun."""
        self._unanswered: dict[tuple[int, int], Unanswered] = {}
        """The latest delivery of each message, by partition and offset."""
        self._settled = np.zeros(job.messages, bool)
        self._refused = 0
        self._progress = Progress(RECEIVING_INTERVAL_NS, [job.messages])
        self._fault_pause = PauseForFault(signals, job.pause_after)

    def get_ready(self) -> None:
        self._consumer.set_acknowledgement_commit_callback(self._take_answer)
        self._consumer.subscribe([self._job.topic])
        emit(EventKind.ASSIGNED, partitions=self._job.assigned)

    def run(self) -> None:
        """Receive and acknowledge messages until the program is told to stop."""
        while not self._signals.stopping:
            self._record_attempt()  # with implicit acknowledgement, a poll accepts what the last one returned
            messages = [m for m in self._consumer.poll(POLL_SECONDS) if self._is_message(m)]
            if messages:
                self._process(messages)
            self._progress.report(self._journal.different, self.counts)
        self._record_attempt()
        self._consumer.commit_sync(COMMIT_SECONDS)

    def counts(self) -> dict[str, int]:
        """The numbers of deliveries, of settled messages, and of refused acknowledgements."""
        return {
            **self._journal.counts(),
            "different": int(np.count_nonzero(self._settled)),
            "refused": self._refused,
        }

    def leave(self) -> None:
        self._consumer.close()

    def _is_message(self, message: Message) -> bool:
        error = message.error()
        if error is None:
            return True
        if error.retriable():
            return False
        raise KafkaException(error)

    def _process(self, messages: Sequence[Message]) -> None:
        """Record messages, decide on each, and acknowledge them."""
        received_ns = monotonic_ns()
        deliveries = np.empty(len(messages), DELIVERY)
        deliveries["id"] = ids = self._journal.write(messages, received_ns)
        deliveries["partition"] = [message.partition() for message in messages]
        deliveries["offset"] = [message.offset() for message in messages]
        deliveries["delivery"] = counts = [message.delivery_count() or 1 for message in messages]
        deliveries["received_ns"] = received_ns
        decisions = [self._job.decision_on(id, count) for id, count in zip(ids, counts, strict=True)]
        deliveries["decision"] = [DECISIONS.index(decision) for decision in decisions]
        self._held = self._records.write(deliveries)
        for message, *delivery in zip(messages, self._held, ids, decisions, strict=True):
            self._unanswered[message.partition() or 0, message.offset() or 0] = Unanswered(*delivery)
        decided = list(zip(messages, decisions, strict=True))
        most = self._job.commit_messages or len(decided)
        while len(decided) > most:
            self._commit(decided[:most])
            decided = decided[most:]
        if self._fault_pause.is_due(self._journal.deliveries):
            self._fault_pause.wait(self.counts())
        if not self._job.is_implicit:  # otherwise the next poll accepts them
            self._commit(decided)

    def _commit(self, decided: Sequence[tuple[Message, ShareDecision]]) -> None:
        """Acknowledge the next messages of the latest poll, and wait for the brokers' answer."""
        self._record_attempt(len(decided))
        for message, decision in decided:
            self._consumer.acknowledge(message, TYPES[decision])
        self._consumer.commit_sync(COMMIT_SECONDS)

    def _record_attempt(self, most: int | None = None) -> None:
        """Record that deliveries of the latest poll are about to be acknowledged, at most this number."""
        if begun := self._held[:most]:
            self._records.attempt(begun)
            self._held = self._held[len(begun) :]

    def _take_answer(self, offsets: Mapping[TopicPartition, set[int]], error: KafkaException | None) -> None:
        """Record the brokers' answer to acknowledgements, unless the client did not learn it."""
        answered = [
            self._unanswered.pop((place.partition, offset))
            for place, of_partition in offsets.items()
            for offset in of_partition
            if (place.partition, offset) in self._unanswered
        ]
        if error is not None and not is_refusal(error):
            return
        self._records.answer([delivery.number for delivery in answered], monotonic_ns(), is_ok=error is None)
        if error is not None:
            self._refused += len(answered)
            return
        for _number, id, decision in answered:
            if decision is not ShareDecision.RELEASE and id != NEVER_SENT:
                self._settled[id] = True


def is_refusal(error: KafkaException) -> bool:
    """Whether a broker refused an acknowledgement. After a lost connection or a time-out, it may count."""
    code = error.args[0].code()
    return bool(code > 0 and code != KafkaError.REQUEST_TIMED_OUT)


if __name__ == "__main__":
    run_program(
        ShareMember, ShareMemberJob, KafkaException, client_failure("share member", TopicOperation.READ)
    )
