"""Consume, transform and produce messages: ``python -m include.consumers.copy <job file>``."""

from typing import Any

from confluent_kafka import KafkaError, KafkaException, Message, Producer, TopicPartition

from include.load.client_failure import METADATA_TIMEOUT_SECONDS, TopicOperation, client_failure
from include.load.consumer_jobs import CopyJob
from include.load.events import EventKind, emit
from include.load.group_consumer import POLL_SECONDS, GroupConsumer
from include.load.job import Processing
from include.load.load_program import run_program
from include.load.message import transform
from include.load.progress import RECEIVING_INTERVAL_NS, Progress
from include.load.request_stats import CountedRequest, RequestCounter
from include.load.signals import PauseForFault, ProgramSignals, end_if_hung
from include.machine.errors import PlatformError
from include.producers.producer_files import ProducerFiles
from include.producers.transactions import Transactions

INIT_TRANSACTIONS_TIMEOUT_SECONDS = 60.0

SEND_OFFSETS_TIMEOUT_SECONDS = 20.0
"""The time after which a client counts as hung if it is still adding offsets to a transaction: twice the
duration of a fail-over."""


class Copier:
    """Copies messages batch by batch from one topic to another, with the guarantee that its job requires."""

    def __init__(self, job: CopyJob, signals: ProgramSignals) -> None:
        self._job = job
        self._signals = signals
        self._consumer = GroupConsumer(job.client_settings, job.topic)
        self._requests = RequestCounter(CountedRequest.PRODUCE, job.producer_settings)
        settings: dict[str, Any] = {**job.producer_settings, "stats_cb": self._requests.take}
        self._producer = Producer(settings)
        self._transactions = self._new_transactions()
        self._progress = Progress(RECEIVING_INTERVAL_NS, [job.messages])
        self._fault_pause = PauseForFault(signals, job.pause_after)
        self._copied = 0
        self._commits_refused = 0
        self._failed = 0
        self._failure: KafkaError | None = None

    def get_ready(self) -> None:
        """Fetch the topic's metadata, fence earlier owners of the transactional id, then join the group."""
        self._producer.list_topics(self._job.output, timeout=METADATA_TIMEOUT_SECONDS)
        if self._transactions:
            self._producer.init_transactions(INIT_TRANSACTIONS_TIMEOUT_SECONDS)
        self._consumer.join()

    def run(self) -> None:
        """Copy messages until the program is told to stop.

        Raises:
            KafkaException: A client cannot go on, e.g. because another producer took over its transactional
                id.
        """
        while not self._signals.stopping:
            if messages := self._consumer.receive(POLL_SECONDS, self._job.batch_messages):
                self._copy(messages)
            self._producer.poll(0)
            self._progress.report(self._copied, self.counts, self._consumer.at_end)

    def leave(self) -> None:
        self._consumer.client.close()

    def counts(self) -> dict[str, int]:
        """The numbers of copied messages, refused commits, failed sends, retries, and transactions."""
        return {
            "copied": self._copied,
            "commits_refused": self._commits_refused,
            "failed": self._failed,
            "requests_retried": self._requests.retried,
            **(self._transactions.counts() if self._transactions else {}),
        }

    def _copy(self, messages: list[Message]) -> None:
        """Copy a batch and commit its offsets, in the order that the semantics requires."""
        if self._transactions:
            is_committed = self._copy_in_transaction(messages, self._transactions)
        elif self._job.processing is Processing.COMMIT_FIRST:
            is_committed = self._commit(messages)
            if is_committed:
                self._pause_if_due(len(messages))
                self._produce(messages)
                self._producer.flush()
        else:
            self._produce(messages)
            self._producer.flush()
            self._raise_if_failed()
            self._pause_if_due(len(messages))
            is_committed = self._commit(messages)
        if is_committed:
            self._copied += len(messages)

    def _copy_in_transaction(self, messages: list[Message], transactions: Transactions) -> bool:
        """Produce the copies and commit the offsets in one transaction.

        Return whether the transaction was committed.
        """
        transactions.begin(self._copied)
        try:
            self._produce(messages)
            self._producer.flush()
            self._pause_if_due(len(messages))
            self._send_offsets(messages)
            is_committed = transactions.commit(self._copied + len(messages)) is None
        except KafkaException as failure:
            if not failure.args[0].txn_requires_abort():
                raise
            transactions.abort(self._copied + len(messages))
            self._commits_refused += 1
            is_committed = False
        if not is_committed:
            self._consumer.rewind(messages)
        return is_committed

    def _send_offsets(self, messages: list[Message]) -> None:
        """Add the consumed offsets to the transaction.

        If the client's call does not return in time, end the process, so that a new process can continue.
        Without this time-out, the client may wait forever for a coordinator that was killed, even after the
        coordinator runs again (librdkafka's issues 5456 and 5511).
        """
        with end_if_hung(SEND_OFFSETS_TIMEOUT_SECONDS, lambda: emit(EventKind.HUNG, counts=self.counts())):
            self._send_positions(self._consumer.positions(messages))

    def _send_positions(self, positions: list[TopicPartition]) -> None:
        while True:
            try:
                metadata = self._consumer.client.consumer_group_metadata()
                self._producer.send_offsets_to_transaction(positions, metadata)
                return
            except KafkaException as failure:
                error: KafkaError = failure.args[0]
                if not error.retriable() or self._signals.stopping:
                    raise

    def _produce(self, messages: list[Message]) -> None:
        for message in messages:
            value = transform(message.value() or b"")
            partition = message.partition() or 0
            self._producer.produce(
                self._job.output, value, partition=partition, on_delivery=self._on_delivery
            )

    def _on_delivery(self, error: KafkaError | None, _message: Message) -> None:
        if error is not None:
            self._failed += 1
            self._failure = error

    def _raise_if_failed(self) -> None:
        """End the program if a copy was not acknowledged. The program's successor copies the batch again."""
        if self._failure:
            raise PlatformError(
                "the copier cannot go on: a copy was not acknowledged, so that the offsets of its batch are "
                f"not committed: {self._failure.str()}"
            )

    def _commit(self, messages: list[Message]) -> bool:
        is_committed = self._consumer.commit(messages, lambda: self._signals.stopping)
        self._commits_refused += not is_committed
        return is_committed

    def _pause_if_due(self, uncounted_messages: int) -> None:
        """Pause between producing copies and committing offsets, so that a fault can strike there."""
        if self._fault_pause.is_due(self._copied + uncounted_messages):
            self._fault_pause.wait(self.counts())

    def _new_transactions(self) -> Transactions | None:
        if "transactional.id" not in self._job.producer_settings:
            return None
        journal = ProducerFiles(self._job.folder, self._job.name).transactions
        return Transactions(self._producer, journal, age_ms=0)


if __name__ == "__main__":
    run_program(Copier, CopyJob, KafkaException, client_failure("copier", TopicOperation.READ))
