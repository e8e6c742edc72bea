"""The files that a producer leaves in the cell's folder, whether it ended or was killed."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from include.producers.sent_log import SentLog, records_set_aside
from include.producers.transaction_records import Transaction, transactions_in, transactions_table

INCOMPLETE = "-incomplete"
"""The suffix of the name of a folder whose records are incomplete. The folder keeps this name if the program
is killed while it writes the records."""


@dataclass(frozen=True)
class ProducerFiles:
    """The paths of the files in which a producing program keeps its parts of the raw log."""

    cell: Path
    program: str

    @property
    def sent(self) -> Path:
        """The Parquet file with the messages, which the program writes when it ends."""
        return self.cell / f"sent-{self.program}.parquet"

    @property
    def transactions(self) -> Path:
        """The Parquet file with the transactions, which the program writes when it ends."""
        return self.cell / f"transactions-{self.program}.parquet"

    @property
    def sent_folder(self) -> Path:
        """The folder in which the program records its messages while it runs, if a fault may kill it."""
        return self.cell / f"sent-{self.program}"

    @property
    def transaction_journal(self) -> Path:
        """The file with the transactions while the program runs, if a fault may kill the program."""
        return self.cell / f"transactions-{self.program}.jsonl"

    def sent_aborted(self, transaction: int) -> Path:
        """The file with the messages of an aborted transaction, as recorded before they were sent again."""
        return self.cell / f"sent-{self.program}-aborted-{transaction}.parquet"

    def sent_of_aborted(self) -> list[pa.Table]:
        """The rows of ``sent_aborted`` for all aborted transactions, in the order of the transactions.

        If a program does not write Parquet, each aborted transaction has a folder with records instead of a
        file.
        """
        numbered = {
            int(part.stem.rpartition("-")[2]): part
            for part in self.cell.glob(f"sent-{self.program}-aborted-*")
            if not part.name.endswith(INCOMPLETE)
        }
        parts = [numbered[number] for number in sorted(numbered)]
        return [records_set_aside(part) if part.is_dir() else pq.read_table(part) for part in parts]


def sent_parts(cell: Path, program: str) -> list[pa.Table]:
    """A producer's rows of ``sent.parquet``. Messages of aborted transactions come first."""
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
    """The transactions of a killed program.

    If the journal lacks a transaction's number of messages, the messages are counted in the producer's log.
    """
    transactions = transactions_in(files.transaction_journal)
    if files.sent_folder.exists():
        numbers = SentLog.open(files.sent_folder).transactions()
        for transaction in transactions:
            transaction.messages = transaction.messages or int(
                np.count_nonzero(numbers == transaction.number)
            )
    return transactions
