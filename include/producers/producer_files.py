"""What a producer leaves in the cell's folder, whether it ended or was killed."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from include.load_runtime.job import Resend
from include.producers.sent_log import SentLog
from include.producers.transactions import Transaction, transactions_left_in, transactions_table
from include.rawlog.schemas import TransactionOutcome


@dataclass(frozen=True)
class Kept:
    """Where a program that produces keeps its parts of the raw log."""

    cell: Path
    program: str

    @property
    def sent(self) -> Path:
        """Its messages, once it has ended."""
        return self.cell / f"sent-{self.program}.parquet"

    @property
    def transactions(self) -> Path:
        """Its transactions, once it has ended."""
        return self.cell / f"transactions-{self.program}.parquet"

    @property
    def folder(self) -> Path:
        """Its messages while it runs, where it may be killed."""
        return self.cell / f"sent-{self.program}"

    @property
    def journal(self) -> Path:
        """Its transactions while it runs, where it may be killed."""
        return self.cell / f"transactions-{self.program}.jsonl"

    def sent_again(self, transaction: int) -> Path:
        """The messages of a transaction that was aborted, as they were before they were sent again."""
        return self.cell / f"sent-{self.program}-aborted-{transaction}.parquet"

    def all_sent_again(self) -> list[Path]:
        """The same for every aborted transaction, in their order."""
        files = self.cell.glob(f"sent-{self.program}-aborted-*.parquet")
        return sorted(files, key=lambda file: int(file.stem.rpartition("-")[2]))


@dataclass(frozen=True)
class Earlier:
    """What an earlier producer knew."""

    log: SentLog
    transactions: list[Transaction]


def kept_by(cell: Path, program: str) -> Earlier:
    """What a producer knew, whether it still runs or not."""
    kept = Kept(cell, program)
    return Earlier(SentLog.left_in(kept.folder), transactions_left_in(kept.journal))


def remaining(earlier: Earlier, resend: Resend) -> np.ndarray:
    """The messages that are left to send, in their order."""
    match resend:
        case Resend.NOT_HANDED_OVER:
            done = earlier.log.tried()
        case Resend.NOT_ACKED:
            done = earlier.log.acked()
        case Resend.NOT_COMMITTED:
            over = {
                one.number
                for one in earlier.transactions
                if one.outcome is not TransactionOutcome.ABORTED  # committed, or asked to be
            }
            done = np.isin(earlier.log.transactions(), list(over)) & earlier.log.tried()
    return np.flatnonzero(~done)


def sent_parts(cell: Path, program: str) -> list[pa.Table]:
    """The rows of ``sent.parquet`` that a producer left, aborted sends first."""
    kept = Kept(cell, program)
    parts = [pq.read_table(path) for path in kept.all_sent_again()]
    if kept.sent.exists():
        return [*parts, pq.read_table(kept.sent)]
    log = SentLog.left_in(kept.folder)
    return [*parts, log.table(np.flatnonzero(log.tried()))]


def transactions_part(cell: Path, program: str) -> pa.Table:
    """The rows of ``transactions.parquet`` that a producer or copier left."""
    kept = Kept(cell, program)
    if kept.transactions.exists():
        return pq.read_table(kept.transactions)
    return transactions_table(_counted(kept))


def _counted(kept: Kept) -> list[Transaction]:
    """A killed program's transactions. How many messages the last one had, a producer's messages tell."""
    transactions = transactions_left_in(kept.journal)
    if kept.folder.exists():
        numbers = SentLog.left_in(kept.folder).transactions()
        for one in transactions:
            one.messages = one.messages or int(np.count_nonzero(numbers == one.number))
    return transactions
