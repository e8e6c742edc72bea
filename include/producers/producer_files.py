"""The files that a producer leaves in the cell's folder, whether it ended or was killed."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa

from include.producers.sent_log import SentLog, records_set_aside
from include.producers.transaction_records import transactions_in, transactions_table


@dataclass(frozen=True)
class ProducerFiles:
    """The paths of the files in which a producing program records its messages and transactions."""

    cell: Path
    program: str

    @property
    def sent(self) -> Path:
        """The folder with the records of the messages."""
        return self.cell / f"sent-{self.program}"

    @property
    def transactions(self) -> Path:
        """The journal of the transactions. A program without transactions has no journal."""
        return self.cell / f"transactions-{self.program}.jsonl"

    def sent_aborted(self, transaction: int) -> Path:
        """The folder with the messages of an aborted transaction, as recorded before they were sent again."""
        return self.cell / f"sent-{self.program}-aborted-{transaction}"

    def all_sent_aborted(self) -> list[Path]:
        """The complete folders ``sent_aborted``, in the order of the transactions."""
        folders = self.cell.glob(f"sent-{self.program}-aborted-*")
        numbers = (folder.name.rpartition("-")[2] for folder in folders)
        return [self.sent_aborted(number) for number in sorted(map(int, filter(str.isdigit, numbers)))]


def sent_parts(cell: Path, program: str) -> list[pa.Table]:
    """A producer's rows of ``sent.parquet``. Messages of aborted transactions come first."""
    files = ProducerFiles(cell, program)
    log = SentLog.open(files.sent)
    aborted = map(records_set_aside, files.all_sent_aborted())
    return [*aborted, log.table(np.flatnonzero(log.attempted()))]


def transactions_part(cell: Path, program: str) -> pa.Table:
    """The rows of ``transactions.parquet`` of a producer or copier.

    If a killed program has not recorded the number of a transaction's messages, the messages are counted in
    the program's log.
    """
    files = ProducerFiles(cell, program)
    transactions = transactions_in(files.transactions)
    if files.sent.exists():
        numbers = SentLog.open(files.sent).transactions()
        for transaction in transactions:
            transaction.messages = transaction.messages or int(
                np.count_nonzero(numbers == transaction.number)
            )
    return transactions_table(transactions)
