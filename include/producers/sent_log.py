"""The producer's records of the messages that it sent: one element per message."""

from array import array
from collections import Counter
from pathlib import Path
from time import monotonic_ns
from typing import ClassVar, Protocol

import numpy as np
import pyarrow as pa
from confluent_kafka import KafkaError

from include.load.message import HEADER
from include.load.mmap_array import (
    UNSET,
    ArrayRecords,
    IntegerArray,
    TypeCode,
    as_numpy,
    open_array,
)
from include.producers.delivery_errors import Fate, fate_of, is_denial
from include.rawlog.schemas import SENT, Outcome
from include.rawlog.table_writer import column, words

_UNKNOWN, _ACKED, _FAILED = UNSET, 0, 1
_OUTCOMES = {_UNKNOWN: Outcome.UNKNOWN, _ACKED: Outcome.ACKED, _FAILED: Outcome.FAILED}


class DeliveryReport(Protocol):
    """What the log reads of a message's delivery report."""

    def value(self) -> bytes | None: ...
    def partition(self) -> int | None: ...
    def offset(self) -> int | None: ...


class SentLog(ArrayRecords):
    """The records of every message: creation, hand-over to the client, acknowledgement and outcome.

    A message without a delivery report stays ``unknown``. The time of an acknowledgement is the time at which
    the client reports it to the program. The client also computes a latency. This latency is not more exact
    than the recorded times, because it also includes the time until the client reports.
    """

    TYPE_CODES: ClassVar[dict[str, TypeCode]] = {
        "created_ns": "q",
        "enqueued_ns": "q",
        "acked_ns": "q",
        "partition": "i",
        "offset": "q",
        "outcome": "b",
        "transaction": "i",
    }

    def __init__(self, columns: dict[str, IntegerArray]) -> None:
        super().__init__(columns)
        self.created_ns = columns["created_ns"]
        self.enqueued_ns = columns["enqueued_ns"]
        self.transaction = columns["transaction"]
        self.errors: Counter[str] = Counter()
        """The number of errors for each value of ``Fate``."""
        self.failure: KafkaError | None = None
        """The latest error of a message."""
        self.denial: KafkaError | None = None
        """The latest error about a missing permission. Such an error is permanent."""
        self._delivery_reports = 0
        self._other_reports = 0
        self._acked_ns = columns["acked_ns"]
        self._partition = columns["partition"]
        self._offset = columns["offset"]
        self._outcome = columns["outcome"]

    @property
    def reported(self) -> int:
        """The number of messages that have a delivery report or will never have one."""
        return self._delivery_reports + self._other_reports

    def count_as_reported(self, messages: int) -> None:
        """Add ``messages`` to the number of reported messages; a negative number is subtracted.

        Delivery reports have a separate counter, because another thread may count them at the same time.
        """
        self._other_reports += messages

    def on_delivery(self, error: KafkaError | None, message: DeliveryReport) -> None:
        """Record a message's delivery report; for an acknowledged message, also record the current time."""
        now_ns = monotonic_ns()
        sent = HEADER.unpack_from(message.value() or b"")[0]
        self._delivery_reports += 1
        if error is not None:
            self._outcome[sent] = _FAILED if self._count_error(error) is Fate.FAILED else _UNKNOWN
            return
        self._acked_ns[sent] = now_ns
        self._partition[sent] = _or_unset(message.partition())
        self._offset[sent] = _or_unset(message.offset())
        self._outcome[sent] = _ACKED

    def acknowledged(self, first: int, end: int, now_ns: int) -> None:
        """Record that a queue has the messages ``first`` to ``end - 1``.

        No offsets are recorded, because a queue has none. A message that already has an outcome keeps it.
        """
        new = self._take_unreported(first, end)
        as_numpy(self._acked_ns)[new] = now_ns
        as_numpy(self._partition)[new] = 0
        as_numpy(self._outcome)[new] = _ACKED

    def rejected(self, first: int, end: int) -> None:
        """Record that the server rejected the messages ``first`` to ``end - 1``."""
        new = self._take_unreported(first, end)
        as_numpy(self._outcome)[new] = _FAILED
        self.errors[Fate.FAILED.value] += new.size

    def handed_over(self, messages: "array[int]", now_ns: int) -> None:
        """Record that these messages were handed over to the client now."""
        first, end = messages[0], messages[-1] + 1
        if end - first == len(messages):
            self.enqueued_ns[first:end] = array("q", [now_ns]) * (end - first)
            return
        for message in messages:
            self.enqueued_ns[message] = now_ns

    def refused(self, message: int, error: KafkaError) -> None:
        """Record that the client did not accept a message: the message has failed."""
        self.count_as_reported(1)
        self._count_error(error)
        self._outcome[message] = _FAILED

    def hand_overs(self, first: int) -> tuple[np.ndarray, np.ndarray]:
        """The times in ns at which messages were created and handed over: two arrays of shape (n,).

        Each array has an element for each handed-over message from id ``first`` on, in the order of the ids.
        """
        created_ns, enqueued_ns = as_numpy(self.created_ns)[first:], as_numpy(self.enqueued_ns)[first:]
        is_handed_over = enqueued_ns != UNSET
        return created_ns[is_handed_over], enqueued_ns[is_handed_over]

    def attempted(self) -> np.ndarray:
        """A mask, shape (messages,), of the messages that were handed over to the client."""
        mask: np.ndarray = as_numpy(self.enqueued_ns) != UNSET
        return mask

    def acked(self) -> np.ndarray:
        """A mask, shape (messages,), of the messages that were acknowledged."""
        mask: np.ndarray = as_numpy(self._outcome) == _ACKED
        return mask

    def transactions(self) -> np.ndarray:
        """The transaction number of each message, shape (messages,); negative without a transaction."""
        return as_numpy(self.transaction)

    def table(self, messages: np.ndarray) -> pa.Table:
        """The rows of ``sent.parquet`` for the messages with these ids, in the given order."""
        columns = {name: as_numpy(elements)[messages] for name, elements in self._columns.items()}
        return pa.Table.from_arrays(
            [
                column(messages.astype(np.int64)),
                _nullable(columns["partition"]),
                _nullable(columns["offset"]),
                column(columns["created_ns"]),
                _nullable(columns["acked_ns"]),
                words(columns["outcome"] - min(_OUTCOMES), [_OUTCOMES[code] for code in sorted(_OUTCOMES)]),
                _nullable(columns["transaction"]),
                _nullable(columns["enqueued_ns"]),
            ],
            schema=SENT,
        )

    def set_aside(self, messages: np.ndarray, folder: Path) -> None:
        """Move the records of messages that will be sent again to a folder, which is created.

        The folder gets its name when it is complete, because the process may be killed meanwhile.
        """
        incomplete = folder.with_name(f"{folder.name}-incomplete")
        incomplete.mkdir()
        messages.tofile(incomplete / "id")
        columns = {name: as_numpy(elements) for name, elements in self._columns.items()}
        for name, values in columns.items():
            values[messages].tofile(incomplete / name)
        incomplete.rename(folder)
        for values in columns.values():
            values[messages] = UNSET
        self.count_as_reported(-messages.size)

    def outcomes(self) -> dict[str, int]:
        """The number of messages that were handed over, by their outcome."""
        attempted = as_numpy(self._outcome)[self.attempted()]
        return {
            outcome.value: int(np.count_nonzero(attempted == code)) for code, outcome in _OUTCOMES.items()
        }

    def _take_unreported(self, first: int, end: int) -> np.ndarray:
        """In a range, find the messages without an outcome, count them as reported, and return their ids."""
        new: np.ndarray = first + np.flatnonzero(as_numpy(self._outcome)[first:end] == _UNKNOWN)
        self.count_as_reported(new.size)
        return new

    def _count_error(self, error: KafkaError) -> Fate:
        fate = fate_of(error)
        self.errors[fate.value] += 1
        self.failure = error
        if is_denial(error):
            self.denial = error
        return fate


def records_set_aside(folder: Path) -> pa.Table:
    """The rows of ``sent.parquet`` for an aborted transaction, whose records are in ``folder``."""
    log = SentLog.open(folder)
    ids = as_numpy(open_array("q", folder / "id"))
    return log.table(np.arange(ids.size)).set_column(0, SENT.field(0), column(ids))


def _or_unset(value: int | None) -> int:
    return UNSET if value is None else value


def _nullable(values: np.ndarray) -> pa.Array:
    return column(values, values >= 0)
