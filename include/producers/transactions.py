"""Transactions by the published rule: the first send that finds one at least N ms old commits it."""

from dataclasses import dataclass, field
from time import monotonic_ns
from typing import Protocol

import numpy as np
import pyarrow as pa
from confluent_kafka import KafkaError, KafkaException

from include.producers.errors import is_denial
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
    """One transaction as the producer saw it. Times in ns of the cell's clock."""

    number: int
    begun_ns: int
    first_message: int
    messages: int = 0
    commit_called_ns: int | None = None
    ended_ns: int | None = None
    outcome: TransactionOutcome = TransactionOutcome.UNKNOWN


@dataclass
class Transactions:
    """Opens and commits the transactions of a producer, and remembers them."""

    producer: Transactional
    age_ms: int
    done: list[Transaction] = field(default_factory=list)
    _current: Transaction | None = None

    @property
    def current(self) -> int:
        """The number of the open transaction."""
        return len(self.done)

    def is_old(self) -> bool:
        """Whether a send now must renew the transaction first; also when none is open.

        Now, and not when the message was due: a late one meets the transaction as it is by then.
        """
        return self._current is None or monotonic_ns() - self._current.begun_ns >= self.age_ms * NS_PER_MS

    def renew(self, message: int) -> None:
        """Commit the open transaction, if there is one, and open the next, which begins with ``message``.

        Raises:
            KafkaException: the producer can't go on (it was fenced, or the error is fatal).
        """
        self.commit(message)
        self.producer.begin_transaction()
        self._current = Transaction(len(self.done), monotonic_ns(), message)

    def commit(self, next_message: int) -> None:
        """Commit the current transaction, which ends before ``next_message``; abort it where it must be.

        Raises:
            KafkaException: neither was possible; its outcome stays unknown.
        """
        current = self._current
        if current is None:
            return
        self._current = None
        self.done.append(current)
        current.messages = next_message - current.first_message
        current.commit_called_ns = monotonic_ns()
        current.outcome = self._commit_or_abort()
        current.ended_ns = monotonic_ns()

    def table(self) -> pa.Table:
        """The rows of ``transactions.parquet``."""
        outcomes = list(TransactionOutcome)
        return pa.Table.from_arrays(
            [
                column(np.array([one.number for one in self.done], np.int32)),
                column(np.array([one.begun_ns for one in self.done], np.int64)),
                _moments([one.commit_called_ns for one in self.done]),
                _moments([one.ended_ns for one in self.done]),
                column(np.array([one.messages for one in self.done], np.int64)),
                words(np.array([outcomes.index(one.outcome) for one in self.done]), outcomes),
            ],
            schema=TRANSACTIONS,
        )

    def _commit_or_abort(self) -> TransactionOutcome:
        while True:
            try:
                self.producer.commit_transaction()
                return TransactionOutcome.COMMITTED
            except KafkaException as problem:
                error: KafkaError = problem.args[0]
                # What was denied never became a part of the transaction, so that there is nothing to abort.
                if error.txn_requires_abort() and not is_denial(error):
                    self.producer.abort_transaction()
                    return TransactionOutcome.ABORTED
                if not error.retriable():
                    raise


def _moments(moments: list[int | None]) -> pa.Array:
    known = np.array([moment is not None for moment in moments], bool)
    return column(np.array([moment or 0 for moment in moments], np.int64), known)
