"""The earlier producers that a successor replaces, and the messages that the successor must send."""

from collections.abc import Iterable, Sequence
from functools import reduce
from pathlib import Path

import numpy as np

from include.load.producer_job import Resend
from include.producers.producer_files import ProducerFiles
from include.producers.rate_limiter import offset_ns
from include.producers.sent_log import SentLog
from include.producers.transaction_records import Transaction, transactions_in


class EarlierProducers:
    """The earlier producers that a producer replaces, in order. The first producer replaces none.

    An earlier producer may have ended or been killed, or may still run.
    """

    def __init__(self, cell: Path, programs: Sequence[str], messages: int) -> None:
        """Open the records of ``programs``. ``messages`` is the number of messages of the cell."""
        files = [ProducerFiles(cell, program) for program in programs]
        self._logs = [SentLog.open(producer.sent) for producer in files]
        self._transactions = [transactions_in(producer.transactions) for producer in files]
        self._nothing = np.zeros(messages, dtype=np.bool_)

    @property
    def transactions(self) -> int:
        """The number of transactions that the earlier producers began."""
        return sum(map(len, self._transactions))

    def acked(self) -> np.ndarray:
        """A mask, shape (messages,), of the messages whose acknowledgement an earlier producer received."""
        return self._any(log.acked() for log in self._logs)

    def messages_to_send(self, resend: Resend) -> np.ndarray:
        """The ids, shape (n,), of the messages that the successor must send, in order."""
        records = zip(self._logs, self._transactions, strict=True)
        return np.flatnonzero(~self._any(_done(log, transactions, resend) for log, transactions in records))

    def schedule_began_ns(self, rate: float | None) -> int | None:
        """The time in ns at which message 0 was due; None without a rate or a handed-over message."""
        if rate is None:
            return None
        for log in self._logs:
            handed_over = np.flatnonzero(log.attempted())
            if handed_over.size:
                first = int(handed_over[0])
                return log.created_ns[first] - offset_ns(first, rate)
        return None

    def _any(self, flags: Iterable[np.ndarray]) -> np.ndarray:
        return reduce(np.logical_or, flags, self._nothing)


def _done(log: SentLog, transactions: Sequence[Transaction], resend: Resend) -> np.ndarray:
    """A mask, shape (messages,), of a producer's messages that its successor need not send."""
    if resend is Resend.NOT_ACKED:
        return log.acked()
    done = log.attempted()
    if resend is Resend.NOT_COMMITTED:
        numbers = [transaction.number for transaction in transactions if transaction.is_ended_by_application]
        done &= np.isin(log.transactions(), numbers)
    return done
