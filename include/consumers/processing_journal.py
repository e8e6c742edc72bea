"""The messages that a consumer has processed, recorded by the very step that processes them.

The journal is the result of the processing, in a file. Whatever happens to the consumer, the journal contains
exactly the messages that it has processed.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from confluent_kafka import Message

from include.load_runtime.message import HEADER_BYTES, read_header
from include.rawlog.columns import column
from include.rawlog.schemas import NEVER_SENT, PROCESSED

JOURNAL_ENTRY = np.dtype(
    [("id", "<i8"), ("partition", "<i4"), ("offset", "<i8"), ("received_ns", "<i8"), ("processed_ns", "<i8")]
)
"""A processed message."""


class ProcessingJournal:
    """The messages that one attempt at being a consumer has processed."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("ab", buffering=0)

    def write(
        self, ids: Sequence[int], messages: Sequence[Message], received_ns: int, processed_ns: int
    ) -> None:
        """Record processed messages: all of them or, if this process is killed meanwhile, none."""
        entries = [
            (id, message.partition(), message.offset(), received_ns, processed_ns)
            for id, message in zip(ids, messages, strict=True)
        ]
        self._file.write(np.array(entries, JOURNAL_ENTRY).tobytes())


def read_journal(file: Path, consumer: int, attempt: int) -> pa.Table:
    """Return the rows of ``received.parquet`` for an attempt; no rows if it has not written a journal."""
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
        ],
        schema=PROCESSED,
    )


def id_if_intact(value: bytes, cell: int, messages: int, content: Callable[[int], bytes]) -> int:
    """Return the id of a message if its every byte is as it was sent; otherwise ``NEVER_SENT``.

    Args:
        value: The value that was received.
        cell: The number that this cell's messages carry.
        messages: How many messages the cell has.
        content: Returns the filler of the message with an id.
    """
    try:
        header = read_header(value)
    except ValueError:
        return NEVER_SENT
    is_own = header.cell == cell and header.messages == messages and 0 <= header.id < messages
    return header.id if is_own and value[HEADER_BYTES:] == content(header.id) else NEVER_SENT
