"""What a consumer received, in memory until the end: one slot a delivery."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import pyarrow as pa

from include.load_runtime.message import HEADER, HEADER_BYTES
from include.rawlog.columns import column
from include.rawlog.schemas import NEVER_SENT, RECEIVED

_HEADER = np.dtype([("id", "<i8"), ("cell", "<u8"), ("created_ns", "<i8"), ("messages", "<u4")])
assert _HEADER.itemsize == HEADER.size  # noqa: S101 - two spellings of one layout


class Delivered(Protocol):
    """What the client says of a message it delivers."""

    def value(self) -> bytes | None:
        """Its value; None for a tombstone."""

    def partition(self) -> int | None:
        """The partition it was read from."""

    def offset(self) -> int | None:
        """Its offset there."""


class ReceivedLog:
    """Deliveries; what is no message of the cell is told apart by its id."""

    def __init__(self, cell: int, messages: int) -> None:
        self.received = 0
        """Deliveries, repeated ones included."""
        self.different = 0
        """Messages received at least once."""
        self.foreign = 0
        """Messages of another cell."""
        self._cell = cell
        self._seen = np.zeros(messages, dtype=bool)
        self._ids: list[np.ndarray] = []
        self._partitions: list[np.ndarray] = []
        self._offsets: list[np.ndarray] = []
        self._received_ns: list[np.ndarray] = []

    def take(self, messages: Sequence[Delivered], received_ns: int) -> None:
        """Take what one call of the client returned, all of it received at the same moment."""
        if not messages:
            return
        self._partitions.append(np.array([message.partition() for message in messages], np.int32))
        self._offsets.append(np.array([message.offset() for message in messages], np.int64))
        self._received_ns.append(np.full(len(messages), received_ns))
        self._take([message.value() or b"" for message in messages])

    def take_from_queue(self, values: Sequence[bytes], received_ns: Sequence[int]) -> None:
        """Take what came out of a queue, and when; its offsets are counted here."""
        if not values:
            return
        first = self.received + self.foreign
        self._partitions.append(np.zeros(len(values), np.int32))
        self._offsets.append(np.arange(first, first + len(values)))
        self._received_ns.append(np.array(received_ns, np.int64))
        self._take(values)

    def _take(self, values: Sequence[bytes]) -> None:
        headers = headers_of(values)
        own = self._own(headers)
        self._ids.append(np.where(own, headers["id"], NEVER_SENT))
        ids = headers["id"][own]
        self.received += ids.size
        self.foreign += len(values) - ids.size
        fresh = np.unique(ids[~self._seen[ids]])
        self._seen[fresh] = True
        self.different += fresh.size

    def table(self, consumer: int) -> pa.Table:
        """The rows of this consumer's part of ``received.parquet``."""
        ids = _joined(self._ids, np.int64)
        return pa.Table.from_arrays(
            [
                column(ids),
                column(_joined(self._partitions, np.int32)),
                column(_joined(self._offsets, np.int64)),
                column(_joined(self._received_ns, np.int64)),
                column(np.full(ids.size, consumer, np.int16)),
            ],
            schema=RECEIVED,
        )

    def _own(self, headers: np.ndarray) -> np.ndarray:
        """Which of them are this cell's: a mask."""
        ids = headers["id"]
        own: np.ndarray = (headers["cell"] == self._cell) & (ids >= 0) & (ids < self._seen.size)
        return own


def headers_of(values: Sequence[bytes]) -> np.ndarray:
    """The headers of messages; one too short to have one gets a header of zeros at its end."""
    starts = [value[:HEADER_BYTES].ljust(HEADER_BYTES, b"\0") for value in values]
    return np.frombuffer(b"".join(starts), _HEADER)


def _joined(pieces: list[np.ndarray], kind: type[np.generic]) -> np.ndarray:
    return np.concatenate(pieces) if pieces else np.empty(0, kind)
