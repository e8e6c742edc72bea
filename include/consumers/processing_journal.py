"""The journal of the messages that a consumer has processed.

Processing a message means writing it to the journal, which is a file. So the journal contains exactly the
processed messages, even if the consumer is killed.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from confluent_kafka import Message

from include.consumers.content_check import CheckedIds
from include.rawlog.schemas import NEVER_SENT, PROCESSED, RECEIVED
from include.rawlog.table_writer import column

JOURNAL_ENTRY = np.dtype(
    [
        ("id", "<i8"),
        ("corrupted_id", "<i8"),
        ("partition", "<i4"),
        ("offset", "<i8"),
        ("received_ns", "<i8"),
        ("processed_ns", "<i8"),
    ]
)


class ProcessingJournal:
    """The messages that a program has processed. Each successor of the program has its own journal."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("ab", buffering=0)

    def write(
        self, ids: CheckedIds, messages: Sequence[Message], received_ns: int, processed_ns: int
    ) -> None:
        """Record processed messages in one write: all of them, or none if the process is killed."""
        entries = np.empty(len(messages), JOURNAL_ENTRY)
        entries["id"], entries["corrupted_id"] = ids.intact, ids.corrupted
        entries["partition"] = [message.partition() for message in messages]
        entries["offset"] = [message.offset() for message in messages]
        entries["received_ns"], entries["processed_ns"] = received_ns, processed_ns
        self._file.write(entries.tobytes())


def read_receipts(file: Path, consumer: int) -> pa.Table:
    """The rows of ``received.parquet`` for a consumer with a journal."""
    entries = read_journal(file, consumer, 1)
    return entries.select(RECEIVED.names).cast(RECEIVED)


def read_journal(file: Path, consumer: int, attempt: int) -> pa.Table:
    """The rows of ``received.parquet`` from one program; empty if the program has no journal."""
    entries = np.fromfile(file, JOURNAL_ENTRY) if file.exists() else np.empty(0, JOURNAL_ENTRY)
    return pa.Table.from_arrays(
        [
            column(entries["id"]),
            column(entries["partition"]),
            column(entries["offset"]),
            column(entries["received_ns"]),
            column(np.full(entries.size, consumer, np.int16)),
            column(entries["processed_ns"]),
            column(np.full(entries.size, attempt, np.int16)),
            column(entries["corrupted_id"], entries["corrupted_id"] != NEVER_SENT),
        ],
        schema=PROCESSED,
    )
