"""The deliveries to a consumer, in memory until the program ends: one element per delivery."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from confluent_kafka import Message

from include.consumers.content_check import ContentCheck
from include.load_runtime.consumer_jobs import ConsumerJob
from include.rawlog.schemas import NEVER_SENT, RECEIVED
from include.rawlog.table_writer import column, write_table


class ReceivedLog:
    """The deliveries of one consumer. A message that is not intact has the id ``NEVER_SENT``."""

    def __init__(self, messages: int, check: ContentCheck) -> None:
        self.received = 0
        """Deliveries of the cell's messages, repeated deliveries included."""
        self.different = 0
        """The number of messages of the cell that were received at least once."""
        self.corrupted = 0
        """Deliveries of the cell's messages with a content that differs from the sent content."""
        self.foreign = 0
        """Deliveries of messages that do not belong to the cell."""
        self._check = check
        self._seen = np.zeros(messages, dtype=bool)
        self._ids: list[np.ndarray] = []
        self._corrupted_ids: list[np.ndarray] = []
        self._partitions: list[np.ndarray] = []
        self._offsets: list[np.ndarray] = []
        self._received_ns: list[np.ndarray] = []

    def take(self, messages: Sequence[Message], received_ns: int) -> None:
        """Record the messages that one call of the client returned. All have the same time of receipt."""
        if not messages:
            return
        self._partitions.append(np.array([message.partition() for message in messages], np.int32))
        self._offsets.append(np.array([message.offset() for message in messages], np.int64))
        self._received_ns.append(np.full(len(messages), received_ns))
        self._take([message.value() or b"" for message in messages])

    def take_from_queue(self, values: Sequence[bytes], received_ns: Sequence[int]) -> None:
        """Record messages from a queue server, and the time of each receipt in ns.

        A queue has no offsets, so the deliveries are numbered from 0 instead.
        """
        if not values:
            return
        first = self.received + self.corrupted + self.foreign
        self._partitions.append(np.zeros(len(values), np.int32))
        self._offsets.append(np.arange(first, first + len(values)))
        self._received_ns.append(np.array(received_ns, np.int64))
        self._take(values)

    def counts(self) -> dict[str, int]:
        """The counts of deliveries that the consumer reports."""
        return {
            "received": self.received,
            "different": self.different,
            "corrupted": self.corrupted,
            "foreign": self.foreign,
        }

    def table(self, consumer: int) -> pa.Table:
        """The rows of a consumer's part of ``received.parquet``."""
        ids, corrupted = _joined(self._ids, np.int64), _joined(self._corrupted_ids, np.int64)
        return pa.Table.from_arrays(
            [
                column(ids),
                column(_joined(self._partitions, np.int32)),
                column(_joined(self._offsets, np.int64)),
                column(_joined(self._received_ns, np.int64)),
                column(np.full(ids.size, consumer, np.int16)),
                column(corrupted, corrupted != NEVER_SENT),
            ],
            schema=RECEIVED,
        )

    def _take(self, values: Sequence[bytes]) -> None:
        message_ids = self._check.ids_of(values)
        self._ids.append(message_ids.intact)
        self._corrupted_ids.append(message_ids.corrupted)
        ids, corrupted = message_ids.received, int(np.count_nonzero(message_ids.corrupted != NEVER_SENT))
        self.received += ids.size
        self.corrupted += corrupted
        self.foreign += len(values) - ids.size - corrupted
        new = np.unique(ids[~self._seen[ids]])
        self._seen[new] = True
        self.different += new.size


def write_received(job: ConsumerJob, log: ReceivedLog) -> None:
    """Write the consumer's part of ``received.parquet`` to the cell's folder."""
    write_table(job.folder / f"received-{job.name}.parquet", log.table(job.index))


def _joined(pieces: list[np.ndarray], element: type[np.generic]) -> np.ndarray:
    return np.concatenate(pieces) if pieces else np.empty(0, element)
