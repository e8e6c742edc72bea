"""The files that a producer leaves in the cell's folder, whether it ended or was killed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from include.load_runtime.job import Resend
from include.producers.rate_limiter import offset_ns
from include.producers.sent_log import SentLog, records_set_aside
from include.producers.transactions import Transaction, transactions_in, transactions_table

INCOMPLETE = "-incomplete"
"""The end of the name of a folder whose program was killed before it had written all records."""


@dataclass(frozen=True)
class ProducerFiles:
    """The paths of the files in which a program that produces keeps its parts of the raw log."""

    cell: Path
    program: str

    @property
    def sent(self) -> Path:
        """The messages, written when the program ends."""
        return self.cell / f"sent-{self.program}.parquet"

    @property
    def transactions(self) -> Path:
        """The transactions, written when the program ends."""
        return self.cell / f"transactions-{self.program}.parquet"

    @property
    def sent_folder(self) -> Path:
        """The messages while the program runs, if a fault may kill it."""
        return self.cell / f"sent-{self.program}"

    @property
    def transaction_journal(self) -> Path:
        """The transactions while the program runs, if a fault may kill it."""
        return self.cell / f"transactions-{self.program}.jsonl"

    def sent_aborted(self, transaction: int) -> Path:
        """The file of an aborted transaction's messages, as they were before they were sent again."""
        return self.cell / f"sent-{self.program}-aborted-{transaction}.parquet"

    def sent_of_aborted(self) -> list[pa.Table]:
        """Those rows of all aborted transactions, in the order of the transactions.

        A program that writes no Parquet leaves a folder with its records for each transaction.
        """
        numbered = {
            int(part.stem.rpartition("-")[2]): part
            for part in self.cell.glob(f"sent-{self.program}-aborted-*")
            if not part.name.endswith(INCOMPLETE)
        }
        parts = [numbered[number] for number in sorted(numbered)]
        return [records_set_aside(part) if part.is_dir() else pq.read_table(part) for part in parts]


class EarlierProducers:
    """The producers whose place another one takes, the first one first; none if it is the first itself.

    Each of them has ended, was killed, or still runs.
    """

    def __init__(self, cell: Path, programs: Sequence[str], messages: int) -> None:
        """Open their records. ``messages`` is the number of messages of the cell."""
        files = [ProducerFiles(cell, program) for program in programs]
        self._logs = [SentLog.open(producer.sent_folder) for producer in files]
        self._transactions = [transactions_in(producer.transaction_journal) for producer in files]
        self._nothing = np.zeros(messages, dtype=np.bool_)

    @property
    def transactions(self) -> int:
        """The number of transactions that they began."""
        return sum(map(len, self._transactions))

    def acked(self) -> np.ndarray:
        """Which messages one of them knows to be acknowledged, shape (messages,)."""
        return self._any(log.acked() for log in self._logs)

    def messages_to_send(self, resend: Resend) -> np.ndarray:
        """The ids, shape (n,), of the messages that their successor must send, in order."""
        records = zip(self._logs, self._transactions, strict=True)
        return np.flatnonzero(~self._any(_done(log, transactions, resend) for log, transactions in records))

    def schedule_began_ns(self, rate: float | None) -> int | None:
        """When message 0 was due; None without a rate, or if no message was handed over."""
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
    """Which messages of a producer its successor need not send, shape (messages,)."""
    if resend is Resend.NOT_ACKED:
        return log.acked()
    done = log.attempted()
    if resend is Resend.NOT_COMMITTED:
        numbers = [transaction.number for transaction in transactions if transaction.is_ended_by_application]
        done &= np.isin(log.transactions(), numbers)
    return done


def sent_parts(cell: Path, program: str) -> list[pa.Table]:
    """A producer's rows of ``sent.parquet``; the messages of aborted transactions come first."""
    files = ProducerFiles(cell, program)
    parts = files.sent_of_aborted()
    if files.sent.exists():
        return [*parts, pq.read_table(files.sent)]
    log = SentLog.open(files.sent_folder)
    return [*parts, log.table(np.flatnonzero(log.attempted()))]


def transactions_part(cell: Path, program: str) -> pa.Table:
    """The rows of ``transactions.parquet`` of a producer or copier."""
    files = ProducerFiles(cell, program)
    if files.transactions.exists():
        return pq.read_table(files.transactions)
    return transactions_table(_transactions_of_killed(files))


def _transactions_of_killed(files: ProducerFiles) -> list[Transaction]:
    """A killed program's transactions; the last one's messages are counted in the producer's log."""
    transactions = transactions_in(files.transaction_journal)
    if files.sent_folder.exists():
        numbers = SentLog.open(files.sent_folder).transactions()
        for transaction in transactions:
            transaction.messages = transaction.messages or int(
                np.count_nonzero(numbers == transaction.number)
            )
    return transactions
