"""Check every byte of each received message against what the producer sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from confluent_kafka import Message

from include.load.consumer_jobs import ConsumerJob
from include.load.message import HEADER_BYTES
from include.load.message_headers import checked_headers_of
from include.load.payload import FillerPool
from include.rawlog.schemas import NEVER_SENT


@dataclass(frozen=True)
class CheckedIds:
    """The ids of received messages, in arrays of shape (n,)."""

    intact: np.ndarray
    """For each intact message, its id; for all other messages, ``NEVER_SENT``. All bytes of an intact message
    are as they were sent."""
    corrupted: np.ndarray
    """For each message that belongs to the cell but is not intact, the id in its header; for all other
    messages, ``NEVER_SENT``."""

    @property
    def received(self) -> np.ndarray:
        """The ids of the intact messages only, in the order of receipt."""
        received: np.ndarray = self.intact[self.intact != NEVER_SENT]
        return received


class ContentCheck:
    """Compares received messages with the messages of the cell's producer."""

    def __init__(self, cell: int, messages: int, fillers: FillerPool) -> None:
        self._cell = cell
        self._messages = messages
        self._fillers = fillers

    @classmethod
    def of(cls, job: ConsumerJob) -> Self:
        """The check of the messages that a consumer receives."""
        return cls(job.cell, job.messages, job.fillers(job.transformed))

    def ids_of(self, values: Sequence[bytes]) -> CheckedIds:
        """The ids of received messages, read from the values of the messages."""
        headers, is_intact = checked_headers_of(values)
        ids = headers["id"]
        is_own = (headers["cell"] == self._cell) & (ids >= 0) & (ids < self._messages)
        is_intact &= is_own
        is_intact &= self._have_their_fillers(values, ids)
        return CheckedIds(
            intact=np.where(is_intact, ids, NEVER_SENT),
            corrupted=np.where(is_own & ~is_intact, ids, NEVER_SENT),
        )

    def intact_ids(self, messages: Sequence[Message]) -> np.ndarray:
        """The ids of messages, shape (n,); ``NEVER_SENT`` for a message that is not intact."""
        return self.ids_of([message.value() or b"" for message in messages]).intact

    def _have_their_fillers(self, values: Sequence[bytes], ids: np.ndarray) -> list[bool]:
        """Whether each message has the filler that belongs to its id."""
        fillers = self._fillers.of_all(ids.tolist())
        return [value[HEADER_BYTES:] == filler for value, filler in zip(values, fillers, strict=True)]
