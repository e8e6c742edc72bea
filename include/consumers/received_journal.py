"""The journal of the messages that a consumer has received and, if it processes messages, has processed.

Processing a message means writing it to the journal, which is a file. So the journal contains exactly the
messages that the consumer has handled, even if the consumer is killed.
"""

from collections.abc import Sequence
from pathlib import Path
from time import monotonic_ns
from typing import Protocol

import numpy as np
import pyarrow as pa

from include.consumers.content_check import ContentCheck
from include.load.consumer_jobs import ConsumerJob, ProcessingJob
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


NO_IDS: np.ndarray = np.empty(0, np.int64)


class Received(Protocol):
    """What a journal reads of a message."""

    def value(self) -> bytes | None: ...
    def partition(self) -> int | None: ...
    def offset(self) -> int | None: ...


class ReceivedJournal:
    """Checks, counts and records the messages of one program. A successor has a journal of its own.

    A message that is not intact has the id ``NEVER_SENT``.
    """

    def __init__(self, job: ConsumerJob) -> None:
        self.received = 0
        """Deliveries of the cell's messages, repeated deliveries included."""
        self.different = 0
        """The deliveries that were due. If each message is due once, it is the number of messages that were
        received at least once."""
        self.corrupted = 0
        """Deliveries of the cell's messages with a content that differs from the sent content."""
        self.foreign = 0
        """Deliveries of messages that do not belong to the cell."""
        self._check = ContentCheck.of(job)
        self._due = np.full(job.messages, job.due_deliveries, np.int16)
        self._file = journal_of(job).open("ab", buffering=0)

    @property
    def deliveries(self) -> int:
        """The number of all deliveries, whatever their content."""
        return self.received + self.corrupted + self.foreign

    def write(self, messages: Sequence[Received], received_ns: int) -> np.ndarray:
        """Record the messages that one call of the client returned. All have the same time of receipt.

        One write records them: all of them, or none if the process is killed.

        Returns:
            The ids of the messages, shape (n,).
        """
        if not messages:
            return NO_IDS
        entries = self._checked([message.value() or b"" for message in messages])
        entries["partition"] = [message.partition() for message in messages]
        entries["offset"] = [message.offset() for message in messages]
        entries["received_ns"], entries["processed_ns"] = received_ns, monotonic_ns()
        self._file.write(entries.data)
        ids: np.ndarray = entries["id"]
        return ids

    def write_from_queue(self, values: Sequence[bytes], received_ns: Sequence[int]) -> None:
        """Record messages from a queue server, and the time of each receipt in ns.

        A queue has no offsets, so the deliveries are numbered from 0 instead.
        """
        if not values:
            return
        first = self.deliveries
        entries = self._checked(values)
        entries["partition"], entries["offset"] = 0, np.arange(first, first + len(values))
        entries["received_ns"] = entries["processed_ns"] = received_ns
        self._file.write(entries.data)

    def counts(self) -> dict[str, int]:
        """The counts of deliveries that the consumer reports."""
        return {
            "received": self.received,
            "different": self.different,
            "corrupted": self.corrupted,
            "foreign": self.foreign,
        }

    def _checked(self, values: Sequence[bytes]) -> np.ndarray:
        """Check and count messages. The result has an entry with the ids of each message."""
        entries = np.empty(len(values), JOURNAL_ENTRY)
        message_ids = self._check.ids_of(values)
        entries["id"], entries["corrupted_id"] = message_ids.intact, message_ids.corrupted
        ids, corrupted = message_ids.received, int(np.count_nonzero(message_ids.corrupted != NEVER_SENT))
        self.received += ids.size
        self.corrupted += corrupted
        self.foreign += len(values) - ids.size - corrupted
        new, deliveries = np.unique(ids[self._due[ids] > 0], return_counts=True)
        due = np.minimum(deliveries, self._due[new])
        self._due[new] -= due
        self.different += int(due.sum())
        return entries


def journal_of(job: ConsumerJob) -> Path:
    """The file that is the journal of a program with this job."""
    return job.folder / f"{job.name}.journal"


def read_received(job: ConsumerJob) -> pa.Table:
    """The rows of ``received.parquet`` from one program; empty if the program has no journal."""
    file = journal_of(job)
    entries = np.fromfile(file, JOURNAL_ENTRY) if file.exists() else np.empty(0, JOURNAL_ENTRY)
    columns = {
        **{name: column(entries[name]) for name in JOURNAL_ENTRY.names or ()},
        "consumer": column(np.full(entries.size, job.index, np.int16)),
        "attempt": column(np.full(entries.size, job.attempt, np.int16)),
        "corrupted_id": column(entries["corrupted_id"], entries["corrupted_id"] != NEVER_SENT),
    }
    schema = PROCESSED if isinstance(job, ProcessingJob) else RECEIVED
    return pa.Table.from_arrays([columns[name] for name in schema.names], schema=schema)
