"""What a consumer has processed, written down in the very step that processes it.

The journal is the result of processing, in a file: whatever becomes of the consumer, what it had processed is
there, and nothing else.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from confluent_kafka import Message

from include.load_runtime.message import HEADER_BYTES, read_header
from include.rawlog.columns import column
from include.rawlog.schemas import NEVER_SENT, PROCESSED

ENTRY = np.dtype(
    [("id", "<i8"), ("partition", "<i4"), ("offset", "<i8"), ("received_ns", "<i8"), ("processed_ns", "<i8")]
)


class Journal:
    """Processed messages, by one attempt at being a consumer."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("ab", buffering=0)

    def write(self, ids: Sequence[int], messages: Sequence[Message], received_ns: int, now_ns: int) -> None:
        """Write down that messages were processed, all or (should this process be killed) none of them."""
        entries = [
            (id, message.partition(), message.offset(), received_ns, now_ns)
            for id, message in zip(ids, messages, strict=True)
        ]
        self._file.write(np.array(entries, ENTRY).tobytes())


def read_journal(file: Path, consumer: int, attempt: int) -> pa.Table:
    """The rows of ``received.parquet`` that an attempt left; none where it never came to write."""
    entries = np.fromfile(file, ENTRY) if file.exists() else np.empty(0, ENTRY)
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


def identified(value: bytes, cell: int, messages: int, content: Callable[[int], bytes]) -> int:
    """The id of a message whose every byte is as it was sent; ``NEVER_SENT`` of any other.

    Args:
        value: What was received.
        cell: The number that this cell's messages carry.
        messages: How many there are.
        content: What stands behind the header of the message with an id.
    """
    try:
        header = read_header(value)
    except ValueError:
        return NEVER_SENT
    is_own = header.cell == cell and header.messages == messages and 0 <= header.id < messages
    return header.id if is_own and value[HEADER_BYTES:] == content(header.id) else NEVER_SENT
