"""Consume, transform, produce: ``python -m include.consumers.copy <job>``."""

from typing import Any

from confluent_kafka import KafkaError, KafkaException, Message, Producer, TopicPartition

from include.consumers.delivery import PATIENCE, explained
from include.consumers.group_consumer import Member
from include.consumers.progress import Progress
from include.load_runtime.events import Kind, emit
from include.load_runtime.job import CopyJob
from include.load_runtime.main import run_program
from include.load_runtime.processing import Processing
from include.load_runtime.signals import Lifetime, end_if_hung
from include.load_runtime.transform import transform
from include.producers.producer_files import Kept
from include.producers.request_stats import Carrier, RequestCount
from include.producers.transactions import Transactions, transactions_table
from include.rawlog.writer import write_table

TRANSACTION_PATIENCE = 60.0

HUNG = 20.0
"""Seconds after which a client that doesn't return never will: twice what a fail-over takes."""


class Copier:
    """Copies batch after batch from one topic to another, with the guarantee that its job asks for."""

    def __init__(self, job: CopyJob, lifetime: Lifetime) -> None:
        self._job = job
        self._lifetime = lifetime
        self._member = Member(job.client_settings, job.topic)
        self._requests = RequestCount(Carrier.PRODUCE, job.producer_settings)
        settings: dict[str, Any] = {**job.producer_settings, "stats_cb": self._requests.take}
        self._producer = Producer(settings)
        self._kept = Kept(job.folder, job.name)
        self._transactions = self._own_transactions()
        self._progress = Progress(job.messages)
        self._hold = job.hold_after
        self._copied = 0
        self._refused = 0
        self._failed = 0

    def get_ready(self) -> None:
        """Know the topics, fence whoever had the same transactional id, and then join the group."""
        self._producer.list_topics(self._job.output, timeout=30)
        if self._transactions:
            self._producer.init_transactions(TRANSACTION_PATIENCE)
        self._member.join()

    def run(self) -> None:
        """Copy until told to stop.

        Raises:
            KafkaException: a client can't go on, for instance since another took over its transactional id.
        """
        while not self._lifetime.stopping:
            if messages := self._member.receive(PATIENCE, self._job.batch_messages):
                self._copy(messages)
            self._producer.poll(0)
            self._progress.report(self._copied, self._member.at_end, self.counts)

    def write(self) -> None:
        """Write its transactions."""
        if self._transactions:
            write_table(self._kept.transactions, transactions_table(self._transactions.done))

    def leave(self) -> None:
        """Leave the group."""
        self._member.consumer.close()

    def counts(self) -> dict[str, int]:
        """What to say in events: messages copied, commits refused, sends that failed, transactions."""
        return {
            "copied": self._copied,
            "commits_refused": self._refused,
            "failed": self._failed,
            "requests_retried": self._requests.retried,
            **(self._transactions.counts() if self._transactions else {}),
        }

    def _copy(self, messages: list[Message]) -> None:
        if self._transactions:
            self._copy_in_transaction(messages, self._transactions)
        elif self._job.processing is Processing.COMMIT_FIRST:
            if self._commit(messages):
                self._hold_still_if_due(len(messages))
                self._produce(messages)
                self._producer.flush()
        else:
            self._produce(messages)
            self._producer.flush()
            self._hold_still_if_due(len(messages))
            self._commit(messages)
        self._copied += len(messages)

    def _copy_in_transaction(self, messages: list[Message], transactions: Transactions) -> None:
        """What is produced and what was consumed become visible together, or not at all."""
        transactions.begin(self._copied)
        try:
            self._produce(messages)
            self._producer.flush()
            self._hold_still_if_due(len(messages))
            self._send_offsets(messages)
            is_aborted = transactions.commit(self._copied + len(messages)) is not None
        except KafkaException as failure:
            if not failure.args[0].txn_requires_abort():
                raise
            transactions.abort(self._copied + len(messages))
            self._refused += 1
            is_aborted = True
        if is_aborted:
            self._member.rewind(messages)
            self._copied -= len(messages)

    def _send_offsets(self, messages: list[Message]) -> None:
        """Within a deadline of our own, because the client heeds none.

        It may wait for ever for a coordinator that was killed, also when that is back (librdkafka's issues
        5456 and 5511): nothing but another process helps then.
        """
        with end_if_hung(HUNG, lambda: emit(Kind.HUNG, counts=self.counts())):
            self._send_positions(self._member.positions(messages))

    def _send_positions(self, positions: list[TopicPartition]) -> None:
        while True:
            try:
                metadata = self._member.consumer.consumer_group_metadata()
                self._producer.send_offsets_to_transaction(positions, metadata)
                return
            except KafkaException as failure:
                error: KafkaError = failure.args[0]
                if not error.retriable() or self._lifetime.stopping:
                    raise

    def _produce(self, messages: list[Message]) -> None:
        for message in messages:
            value = transform(message.value() or b"")
            partition = message.partition() or 0
            self._producer.produce(self._job.output, value, partition=partition, on_delivery=self._reported)

    def _reported(self, error: KafkaError | None, _message: Message) -> None:
        self._failed += error is not None

    def _commit(self, messages: list[Message]) -> bool:
        committed = self._member.commit(messages, lambda: self._lifetime.stopping)
        self._refused += not committed
        return committed

    def _hold_still_if_due(self, more: int) -> None:
        """Between the two steps, whichever is the first, a fault strikes."""
        if self._hold is None or self._copied + more < self._hold:
            return
        self._hold = None
        emit(Kind.HELD, counts=self.counts())
        self._lifetime.wait_for_release()

    def _own_transactions(self) -> Transactions | None:
        if "transactional.id" not in self._job.producer_settings:
            return None
        return Transactions(self._producer, age_ms=0, journal=self._kept.journal)


if __name__ == "__main__":
    run_program(Copier, CopyJob, KafkaException, explained)
