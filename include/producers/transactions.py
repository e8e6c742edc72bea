"""The published rule for transactions: a transaction that is at least N ms old ends before the next send.

Instead of the age, the number of messages may decide when a transaction ends. An application may abort a
share of its transactions.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic_ns

from confluent_kafka import KafkaError, KafkaException, Producer

from include.load.producer_job import ProducerJob
from include.producers.delivery_errors import is_denial
from include.producers.transaction_records import Transaction, is_aborted_on_purpose
from include.rawlog.schemas import TransactionOutcome

NS_PER_MS = 1_000_000

WITHOUT_TIMEOUT = -1.0
"""The time-out value that makes librdkafka wait until the transaction itself times out."""


@dataclass
class Transactions:
    """Begins and ends the transactions of a producer, and records them."""

    producer: Producer
    journal: Path
    """The file in which each change of a transaction is recorded."""
    age_ms: int
    """The age in ms at which the producer ends a transaction."""
    done: list[Transaction] = field(default_factory=list)
    """The transactions whose commit or abort the application has requested."""
    earlier: int = 0
    """The number of transactions that earlier producers began. The first new transaction has this number."""
    messages: int | None = None
    """The number of messages after which a transaction is ended; None: it is ended at the age ``age_ms``."""
    abort_percent: int = 0
    end_timeout_ms: int | None = None
    """The maximum time in ms for the end of a transaction. After this time, the application stops using this
    producer. None: the application waits as long as the client waits."""
    _current: Transaction | None = None

    def __post_init__(self) -> None:
        self._records = self.journal.open("ab", buffering=0)

    @classmethod
    def of(cls, producer: Producer, job: ProducerJob, journal: Path, earlier: int) -> "Transactions | None":
        """The transactions of a job; None if the job has none. Their numbers begin at ``earlier``."""
        if job.transaction_ms is None and job.transaction_messages is None:
            return None
        return cls(
            producer,
            journal,
            job.transaction_ms or 0,
            earlier=earlier,
            messages=job.transaction_messages,
            abort_percent=job.abort_percent,
            end_timeout_ms=job.end_timeout_ms,
        )

    @property
    def current(self) -> int:
        """The number of the open transaction."""
        return self.earlier + len(self.done)

    def is_due(self) -> bool:
        """Whether a new transaction must begin before the next message is sent.

        The present age of the transaction decides, not its age at the time when the message was due.
        """
        if self._current is None:
            return True
        is_old = monotonic_ns() - self._current.begun_ns >= self.age_ms * NS_PER_MS
        return is_old and self.messages is None

    def is_full(self, next_message: int) -> bool:
        """Whether the open transaction is full before the message at position ``next_message``."""
        current = self._current
        return (
            current is not None
            and self.messages is not None
            and next_message - current.first >= self.messages
        )

    @property
    def is_to_be_aborted(self) -> bool:
        """Whether the application aborts the open transaction on purpose."""
        return self._current is not None and is_aborted_on_purpose(self.current, self.abort_percent)

    def begin(self, message: int) -> None:
        """Begin a transaction with the message at position ``message``.

        Raises:
            KafkaException: The producer cannot go on (it was fenced, or the error is fatal).
        """
        self.producer.begin_transaction()
        self._current = Transaction(self.current, monotonic_ns(), message)
        self._record(self._current)

    def commit(self, next_message: int) -> Transaction | None:
        """Commit the transaction that ends before ``next_message``, or abort it if the commit fails.

        Returns:
            The aborted transaction, whose messages must be sent again; None if no transaction was aborted.

        Raises:
            KafkaException: The commit, or the abort after it, failed; the transaction's outcome stays
                unknown.
        """
        if not (current := self._take_current(next_message)):
            return None
        current.commit_called_ns = monotonic_ns()
        self._record(current)
        self._end(current, TransactionOutcome.COMMITTED)
        return current if current.outcome is TransactionOutcome.ABORTED else None

    def abort(self, next_message: int) -> None:
        """Abort the transaction that ends before ``next_message``; do nothing if none is open.

        Raises:
            KafkaException: The abort failed; the transaction's outcome stays unknown.
        """
        if current := self._take_current(next_message):
            self._end(current, TransactionOutcome.ABORTED)

    def _take_current(self, next_message: int) -> Transaction | None:
        """Move the current transaction, if there is one, to ``done``, and return it."""
        current, self._current = self._current, None
        if current:
            self.done.append(current)
            current.messages = next_message - current.first
        return current

    def counts(self) -> dict[str, int]:
        """The number of transactions, and how many of them were aborted."""
        aborted = sum(transaction.outcome is TransactionOutcome.ABORTED for transaction in self.done)
        return {"transactions": len(self.done), "transactions_aborted": aborted}

    def _record(self, transaction: Transaction) -> None:
        self._records.write(f"{json.dumps(vars(transaction))}\n".encode())

    def _end(self, transaction: Transaction, outcome: TransactionOutcome) -> None:
        """Commit or abort a transaction.

        If a commit fails with an error that requires an abort, abort the transaction. After a retriable
        error, repeat the request.
        """
        while transaction.ended_ns is None:
            is_commit = outcome is TransactionOutcome.COMMITTED
            end = self.producer.commit_transaction if is_commit else self.producer.abort_transaction
            try:
                end(self._timeout_seconds)
                transaction.outcome, transaction.ended_ns = outcome, monotonic_ns()
            except KafkaException as problem:
                error: KafkaError = problem.args[0]
                # A denied message is no part of the transaction. So there is nothing to abort.
                if is_commit and error.txn_requires_abort() and not is_denial(error):
                    outcome = TransactionOutcome.ABORTED
                elif not self._is_tried_again(error):
                    raise
        self._record(transaction)

    @property
    def _timeout_seconds(self) -> float:
        return WITHOUT_TIMEOUT if self.end_timeout_ms is None else self.end_timeout_ms / 1000

    def _is_tried_again(self, error: KafkaError) -> bool:
        """Whether the end of a transaction is requested again after an error."""
        is_late = error.code() == KafkaError._TIMED_OUT and self.end_timeout_ms is not None
        return error.retriable() and not is_late
