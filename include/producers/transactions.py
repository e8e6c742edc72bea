"""Transactions by the published rule: the first send that finds one at least N ms old commits it."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic_ns
from typing import Protocol

import numpy as np
import pyarrow as pa
from confluent_kafka import KafkaError, KafkaException

from include.producers.delivery_errors import is_denial
from include.rawlog.columns import column, words
from include.rawlog.schemas import TRANSACTIONS, TransactionOutcome

NS_PER_MS = 1_000_000


class Transactional(Protocol):
    """The part of a producer that transactions need."""

    def begin_transaction(self) -> None:
        """Begin one."""

    def commit_transaction(self, timeout: float = ...) -> None:
        """Commit the current one."""

    def abort_transaction(self, timeout: float = ...) -> None:
        """Abort the current one."""


@dataclass
class Transaction:
    """One transaction as its producer saw it. Times in ns of the cell's clock."""

    number: int
    begun_ns: int
    first: int
    """Its first message, by its place among all that the producer is to send."""
    messages: int = 0
    commit_called_ns: int | None = None
    ended_ns: int | None = None
    outcome: TransactionOutcome = TransactionOutcome.UNKNOWN


@dataclass
class Transactions:
    """Opens and commits the transactions of a producer, and remembers them.

    ``journal`` is a file to remember them in as they change, for a producer that may be killed.
    """

    producer: Transactional
    age_ms: int
    done: list[Transaction] = field(default_factory=list)
    earlier: int = 0
    """How many transactions there were before the first of these: they are numbered on."""
    journal: Path | None = None
    _current: Transaction | None = None

    @property
    def current(self) -> int:
        """The number of the open transaction."""
        return self.earlier + len(self.done)

    @property
    def open(self) -> Transaction | None:
        """The open transaction, if there is one."""
        return self._current

    def is_old(self) -> bool:
        """Whether a send now must renew the transaction first; also when none is open.

        Now, and not when the message was due: a late one meets the transaction as it is by then.
        """
        return self._current is None or monotonic_ns() - self._current.begun_ns >= self.age_ms * NS_PER_MS

    def begin(self, message: int) -> None:
        """Open a transaction, which begins with ``message``.

        Raises:
            KafkaException: the producer can't go on (it was fenced, or the error is fatal).
        """
        self.producer.begin_transaction()
        self._current = Transaction(self.current, monotonic_ns(), message)
        self._note(self._current)

    def commit(self, next_message: int) -> Transaction | None:
        """Commit the current transaction, which ends before ``next_message``; abort it where it must be.

        Returns:
            The transaction if it was aborted, so that its messages are to be sent again.

        Raises:
            KafkaException: neither was possible; its outcome stays unknown.
        """
        current = self._current
        if current is None:
            return None
        self._current = None
        self.done.append(current)
        current.messages = next_message - current.first
        current.commit_called_ns = monotonic_ns()
        self._note(current)
        current.outcome = self._commit_or_abort()
        current.ended_ns = monotonic_ns()
        self._note(current)
        return current if current.outcome is TransactionOutcome.ABORTED else None

    def abort(self, next_message: int) -> None:
        """Abort the current transaction, if it still is one, which ends before ``next_message``.

        Raises:
            KafkaException: that isn't possible; its outcome stays unknown.
        """
        current = self._current
        if current is None:
            return
        self._current = None
        self.done.append(current)
        current.messages = next_message - current.first
        self._abort()
        current.outcome = TransactionOutcome.ABORTED
        current.ended_ns = monotonic_ns()
        self._note(current)

    def counts(self) -> dict[str, int]:
        """What to say in events."""
        aborted = sum(one.outcome is TransactionOutcome.ABORTED for one in self.done)
        return {"transactions": len(self.done), "transactions_aborted": aborted}

    def _note(self, transaction: Transaction) -> None:
        if self.journal:
            with self.journal.open("a", encoding="utf-8") as journal:
                journal.write(json.dumps(asdict(transaction)) + "\n")

    def _commit_or_abort(self) -> TransactionOutcome:
        while True:
            try:
                self.producer.commit_transaction()
                return TransactionOutcome.COMMITTED
            except KafkaException as problem:
                error: KafkaError = problem.args[0]
                # What was denied never became a part of the transaction, so that there is nothing to abort.
                if error.txn_requires_abort() and not is_denial(error):
                    self._abort()
                    return TransactionOutcome.ABORTED
                if not error.retriable():
                    raise

    def _abort(self) -> None:
        """Abort, however often the answer is that it may be tried again."""
        while True:
            try:
                self.producer.abort_transaction()
                return
            except KafkaException as problem:
                if not problem.args[0].retriable():
                    raise


def transactions_table(transactions: Sequence[Transaction]) -> pa.Table:
    """The rows of ``transactions.parquet``."""
    outcomes = list(TransactionOutcome)
    return pa.Table.from_arrays(
        [
            column(np.array([one.number for one in transactions], np.int32)),
            column(np.array([one.begun_ns for one in transactions], np.int64)),
            _moments([one.commit_called_ns for one in transactions]),
            _moments([one.ended_ns for one in transactions]),
            column(np.array([one.messages for one in transactions], np.int64)),
            words(np.array([outcomes.index(one.outcome) for one in transactions], np.int8), outcomes),
        ],
        schema=TRANSACTIONS,
    )


def transactions_left_in(journal: Path) -> list[Transaction]:
    """The transactions that a producer noted, each as it was last.

    One whose commit it had not called, because it was killed, is over: whoever takes its transactional id
    makes the brokers abort it, before anything else is sent.
    """
    if not journal.exists():
        return []
    lines = journal.read_text(encoding="utf-8").splitlines()
    latest = {one.number: one for one in (Transaction(**json.loads(line)) for line in lines)}
    for one in latest.values():
        one.outcome = TransactionOutcome(one.outcome)
        if one.commit_called_ns is None:
            one.outcome = TransactionOutcome.ABORTED
    return list(latest.values())


def _moments(moments: list[int | None]) -> pa.Array:
    known = np.array([moment is not None for moment in moments], bool)
    return column(np.array([moment or 0 for moment in moments], np.int64), known)
