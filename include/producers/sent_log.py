"""What the producer knows of each message it sent: one slot a message."""

from array import array
from collections import Counter
from pathlib import Path
from typing import Protocol, Self

import numpy as np
import pyarrow as pa
from confluent_kafka import KafkaError

from include.load_runtime.message import HEADER
from include.producers.delivery_errors import Fate, fate_of, is_denial
from include.producers.mmap_array import NOTHING, Kind, Slots, left_in, numbers, slots
from include.rawlog.columns import column, words
from include.rawlog.schemas import SENT, Outcome

_UNKNOWN, _ACKED, _FAILED = NOTHING, 0, 1
_OUTCOMES = {_UNKNOWN: Outcome.UNKNOWN, _ACKED: Outcome.ACKED, _FAILED: Outcome.FAILED}

_KINDS: dict[str, Kind] = {
    "created_ns": "q",
    "enqueued_ns": "q",
    "latency_ns": "q",
    "partition": "i",
    "offset": "q",
    "outcome": "b",
    "transaction": "i",
}


class Report(Protocol):
    """What the client's delivery report says of a message."""

    def value(self) -> bytes | None:
        """The message's value."""

    def latency(self) -> float | None:
        """Seconds from the hand-over to the acknowledgement."""

    def partition(self) -> int | None:
        """Where it was written."""

    def offset(self) -> int | None:
        """Where in the partition; negative where nobody acknowledges."""


class SentLog:
    """Creation, hand-over to the client, acknowledgement and outcome of every message.

    A message of which nothing was heard stays ``unknown``. An acknowledgement's time is that of the
    hand-over plus the client library's own latency, not the time at which Python got to hear of it.
    """

    def __init__(self, columns: dict[str, Slots]) -> None:
        self.created_ns = columns["created_ns"]
        self.enqueued_ns = columns["enqueued_ns"]
        self.transaction = columns["transaction"]
        self.errors: Counter[str] = Counter()
        self.denial: KafkaError | None = None
        """The latest refusal for want of a permission, which will not pass."""
        self.reported = 0
        self._latency_ns = columns["latency_ns"]
        self._partition = columns["partition"]
        self._offset = columns["offset"]
        self._outcome = columns["outcome"]
        self._columns = columns

    @classmethod
    def of(cls, messages: int, folder: Path | None = None) -> Self:
        """An empty log; in files of the folder, where there is one, so that it outlives its process."""
        if folder:
            folder.mkdir()
        files = {name: folder / name if folder else None for name in _KINDS}
        return cls({name: slots(kind, messages, files[name]) for name, kind in _KINDS.items()})

    @classmethod
    def left_in(cls, folder: Path) -> Self:
        """The log that a process keeps, or kept, in files of the folder."""
        return cls({name: left_in(kind, folder / name) for name, kind in _KINDS.items()})

    def report(self, error: KafkaError | None, message: Report) -> None:
        """Take the client's delivery report of a message."""
        sent = HEADER.unpack_from(message.value() or b"")[0]
        self.reported += 1
        if error is not None:
            self._outcome[sent] = _FAILED if self._noted(error) is Fate.FAILED else _UNKNOWN
            return
        self._latency_ns[sent] = int((message.latency() or 0.0) * 1e9)
        self._partition[sent] = _known(message.partition())
        self._offset[sent] = _known(message.offset())
        self._outcome[sent] = _ACKED

    def acknowledged(self, first: int, end: int, now_ns: int) -> None:
        """All from the first to before the end are now known to be in a queue, which counts no offsets.

        What was heard before of one of them stays.
        """
        fresh = self._unheard_of(first, end)
        numbers(self._latency_ns)[fresh] = now_ns - numbers(self.enqueued_ns)[fresh]
        numbers(self._partition)[fresh] = 0
        numbers(self._outcome)[fresh] = _ACKED

    def rejected(self, first: int, end: int) -> None:
        """The server wouldn't take those from the first to before the end."""
        fresh = self._unheard_of(first, end)
        numbers(self._outcome)[fresh] = _FAILED
        self.errors[Fate.FAILED.value] += fresh.size

    def _unheard_of(self, first: int, end: int) -> np.ndarray:
        """Those among them of which nothing was heard before; from now on something is."""
        fresh: np.ndarray = first + np.flatnonzero(numbers(self._outcome)[first:end] == _UNKNOWN)
        self.reported += fresh.size
        return fresh

    def handed_over(self, messages: "array[int]", now_ns: int) -> None:
        """These messages go to the client now."""
        first, end = messages[0], messages[-1] + 1
        if end - first == len(messages):
            self.enqueued_ns[first:end] = array("q", [now_ns]) * (end - first)
            return
        for message in messages:
            self.enqueued_ns[message] = now_ns

    def refused(self, message: int, error: KafkaError) -> None:
        """The client wouldn't take a message: it has failed."""
        self.reported += 1
        self._noted(error)
        self._outcome[message] = _FAILED

    def _noted(self, error: KafkaError) -> Fate:
        fate = fate_of(error)
        self.errors[fate.value] += 1
        if is_denial(error):
            self.denial = error
        return fate

    def lateness(self, message: int) -> int:
        """How long after its creation a message was handed over, in ns; 0 where it wasn't."""
        handed = self.enqueued_ns[message]
        return 0 if handed == NOTHING else handed - self.created_ns[message]

    def tried(self) -> np.ndarray:
        """Which messages were handed over to the client: a mask."""
        mask: np.ndarray = numbers(self.enqueued_ns) != NOTHING
        return mask

    def acked(self) -> np.ndarray:
        """Which messages were acknowledged: a mask."""
        mask: np.ndarray = numbers(self._outcome) == _ACKED
        return mask

    def transactions(self) -> np.ndarray:
        """The number of each message's transaction; negative where it is in none."""
        return numbers(self.transaction)

    def table(self, messages: np.ndarray) -> pa.Table:
        """These messages, in their order, as rows of ``sent.parquet``."""
        taken = {name: numbers(filled)[messages] for name, filled in self._columns.items()}
        latency = taken["latency_ns"]
        return pa.Table.from_arrays(
            [
                column(messages.astype(np.int64)),
                _nullable(taken["partition"]),
                _nullable(taken["offset"]),
                column(taken["created_ns"]),
                column(taken["enqueued_ns"] + latency, latency != NOTHING),
                words(taken["outcome"] - min(_OUTCOMES), [_OUTCOMES[code] for code in sorted(_OUTCOMES)]),
                _nullable(taken["transaction"]),
            ],
            schema=SENT,
        )

    def forget(self, messages: np.ndarray) -> None:
        """Nothing is known of these messages: they are to be sent once more."""
        for filled in self._columns.values():
            numbers(filled)[messages] = NOTHING

    def outcomes(self) -> dict[str, int]:
        """How many of the messages that were tried came to each outcome."""
        tried = numbers(self._outcome)[self.tried()]
        return {outcome.value: int(np.count_nonzero(tried == code)) for code, outcome in _OUTCOMES.items()}


def _known(value: int | None) -> int:
    return NOTHING if value is None else value


def _nullable(values: np.ndarray) -> pa.Array:
    return column(values, values >= 0)
