"""A producer's records of its transactions, in the journal and as a table."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pyarrow as pa

from include.rawlog.schemas import TRANSACTIONS, TransactionOutcome
from include.rawlog.table_writer import log_table


@dataclass
class Transaction:
    """The producer's record of a transaction. All times are in ns of the cell's clock."""

    number: int
    begun_ns: int
    first: int
    """The position of the transaction's first message among all messages that the producer must send."""
    messages: int = 0
    commit_called_ns: int | None = None
    ended_ns: int | None = None
    outcome: TransactionOutcome = TransactionOutcome.UNKNOWN

    @property
    def is_ended_by_application(self) -> bool:
        """Whether the transaction was aborted on purpose, or its commit may have succeeded.

        If so, no message is resent.
        """
        is_aborted_on_purpose = self.commit_called_ns is None and self.ended_ns is not None
        return self.outcome is not TransactionOutcome.ABORTED or is_aborted_on_purpose


def is_aborted_on_purpose(transaction: int, percent: int) -> bool:
    """Whether the application aborts the transaction with this number, counted from 0.

    The aborted transactions are spread evenly. With 50 %, every second transaction is aborted, and the first
    is committed.
    """
    return (transaction + 1) * percent // 100 > transaction * percent // 100


def transactions_table(transactions: Sequence[Transaction]) -> pa.Table:
    """The rows of ``transactions.parquet``."""
    rows = [{**asdict(transaction), "transaction": transaction.number} for transaction in transactions]
    return log_table(rows, TRANSACTIONS)


def transactions_in(journal: Path) -> list[Transaction]:
    """The transactions that a producer recorded in a journal, each in its last state.

    If the producer was killed before it called commit, the transaction counts as aborted. The successor has
    the same transactional id. Before it sends anything, it makes the brokers abort the transaction.
    """
    if not journal.exists():
        return []
    lines = journal.read_text(encoding="utf-8").splitlines()
    latest = {
        transaction.number: transaction for transaction in (Transaction(**json.loads(line)) for line in lines)
    }
    for transaction in latest.values():
        transaction.outcome = TransactionOutcome(transaction.outcome)
        if transaction.commit_called_ns is None:
            transaction.outcome = TransactionOutcome.ABORTED
    return list(latest.values())
