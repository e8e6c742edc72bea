"""What the producer knows of each message it sent, in memory until the end: one slot a message."""

from array import array
from collections import Counter
from typing import Protocol

import numpy as np
import pyarrow as pa
from confluent_kafka import KafkaError

from include.producers.errors import Fate, fate_of, is_denial
from include.programs.message import HEADER
from include.rawlog.columns import column, words
from include.rawlog.schemas import SENT, Outcome

NOTHING = -1
"""In a slot: not known."""

_OUTCOMES = [Outcome.UNKNOWN, Outcome.ACKED, Outcome.FAILED]
_UNKNOWN, _ACKED, _FAILED = range(3)


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

    def __init__(self, messages: int) -> None:
        self.created_ns = array("q", [NOTHING]) * messages
        self.enqueued_ns = array("q", [NOTHING]) * messages
        self.transaction = array("i", [NOTHING]) * messages
        self.errors: Counter[str] = Counter()
        self.denial: KafkaError | None = None
        """The latest refusal for want of a permission, which will not pass."""
        self.reported = 0
        self._latency_ns = array("q", [NOTHING]) * messages
        self._partition = array("i", [NOTHING]) * messages
        self._offset = array("q", [NOTHING]) * messages
        self._outcome = bytearray(messages)

    def report(self, error: KafkaError | None, message: Report) -> None:
        """Take the client's delivery report of a message."""
        sent = HEADER.unpack_from(message.value() or b"")[0]
        self.reported += 1
        if error is not None:
            self._outcome[sent] = _FAILED if self._noted(error) is Fate.FAILED else _UNKNOWN
            return
        self._outcome[sent] = _ACKED
        self._latency_ns[sent] = int((message.latency() or 0.0) * 1e9)
        self._partition[sent] = _known(message.partition())
        self._offset[sent] = _known(message.offset())

    def handed_over(self, first: int, end: int, now_ns: int) -> None:
        """The messages from ``first`` to before ``end`` go to the client now."""
        self.enqueued_ns[first:end] = array("q", [now_ns]) * (end - first)

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

    def table(self, sent: int) -> pa.Table:
        """The first ``sent`` messages as rows of ``sent.parquet``."""
        latency, enqueued = _column(self._latency_ns, sent), _column(self.enqueued_ns, sent)
        return pa.Table.from_arrays(
            [
                column(np.arange(sent)),
                _nullable(_column(self._partition, sent)),
                _nullable(_column(self._offset, sent)),
                column(_column(self.created_ns, sent)),
                column(enqueued + latency, latency != NOTHING),
                words(np.frombuffer(self._outcome, np.int8)[:sent], _OUTCOMES),
                _nullable(_column(self.transaction, sent)),
            ],
            schema=SENT,
        )

    def outcomes(self, sent: int) -> dict[str, int]:
        """How many of the first ``sent`` messages came to each outcome."""
        counts = np.bincount(np.frombuffer(self._outcome, np.int8)[:sent], minlength=3)
        return {outcome.value: int(count) for outcome, count in zip(_OUTCOMES, counts, strict=True)}


def _known(value: int | None) -> int:
    return NOTHING if value is None else value


def _column(slots: "array[int]", sent: int) -> np.ndarray:
    return np.frombuffer(slots, dtype=f"i{slots.itemsize}")[:sent]


def _nullable(slots: np.ndarray) -> pa.Array:
    return column(slots, slots >= 0)
