"""What a monitor knows of each message: when it was confirmed, by what, and how often retransmitted."""

from enum import IntEnum
from pathlib import Path
from typing import Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from include.producers.mmap_array import NOTHING, Kind, Slots, left_in, numbers, slots
from include.rawlog.columns import column, words
from include.rawlog.scenarios.reliable_ack import CONFIRMATIONS

_KINDS: dict[str, Kind] = {"confirmed_ns": "q", "confirmed_by": "b", "retransmitted": "i"}

PART = "confirmations-monitor"
"""In the cell's folder: a file once the monitor has ended; before, where it may be killed, a folder."""


class By(IntEnum):
    """What confirms a message."""

    RECEIPT = 0
    RETRANSMISSION = 1


class Confirmations:
    """Of every message of a cell: a slot for each, by its id.

    A message whose copy never came isn't known at all. One whose copy came, and that nothing confirmed, may
    be in the log or not, also when its receipt came to a monitor that was killed before it took it.
    """

    def __init__(self, columns: dict[str, Slots]) -> None:
        self._confirmed_ns = columns["confirmed_ns"]
        self._confirmed_by = columns["confirmed_by"]
        self._retransmitted = columns["retransmitted"]

    @classmethod
    def of(cls, messages: int, folder: Path | None = None) -> Self:
        """None yet; in files of the folder, where there is one, so that they outlive their process."""
        if folder:
            folder.mkdir()
        files = {name: folder / name if folder else None for name in _KINDS}
        return cls({name: slots(kind, messages, files[name]) for name, kind in _KINDS.items()})

    @classmethod
    def left_in(cls, folder: Path) -> Self:
        """Those that a process keeps, or kept, in files of the folder."""
        return cls({name: left_in(kind, folder / name) for name, kind in _KINDS.items()})

    def copied(self, id: int) -> None:
        """A message's copy has come."""
        self._retransmitted[id] = 0

    def retransmitted(self, id: int) -> None:
        """It was sent once more."""
        self._retransmitted[id] += 1

    def confirm(self, id: int, by: By, now_ns: int) -> None:
        """It is in the log."""
        self._confirmed_ns[id] = now_ns
        self._confirmed_by[id] = by

    def unconfirmed(self, ids: np.ndarray) -> np.ndarray:
        """Those of the messages that aren't confirmed yet, each once."""
        return np.unique(ids[numbers(self._confirmed_ns)[ids] == NOTHING])

    def counts(self) -> dict[str, int]:
        """What to say in events: copies, those confirmed by what, those unfinished, and retransmissions."""
        by, retransmitted = numbers(self._confirmed_by), numbers(self._retransmitted)
        copies = retransmitted != NOTHING
        return {
            "copies": int(np.count_nonzero(copies)),
            "confirmed_by_receipt": int(np.count_nonzero(by == By.RECEIPT)),
            "confirmed_by_retransmission": int(np.count_nonzero(by == By.RETRANSMISSION)),
            "unfinished": int(np.count_nonzero(copies & (by == NOTHING))),
            "retransmitted": int(retransmitted[copies].sum()),
        }

    def table(self) -> pa.Table:
        """The rows of ``confirmations.parquet``."""
        ids = np.flatnonzero(numbers(self._retransmitted) != NOTHING)
        confirmed_ns, by, retransmitted = (
            numbers(slots_)[ids] for slots_ in (self._confirmed_ns, self._confirmed_by, self._retransmitted)
        )
        is_confirmed = by != NOTHING
        return pa.Table.from_arrays(
            [
                column(ids.astype(np.int64)),
                column(confirmed_ns, is_confirmed),
                words(by + 1, ["nothing", *(one.name.lower() for one in By)]),
                column(retransmitted.astype(np.int32)),
            ],
            schema=CONFIRMATIONS,
        )


def confirmations_part(cell: Path) -> pa.Table:
    """The rows of ``confirmations.parquet`` that a monitor left, whether it ended or was killed."""
    file = cell / f"{PART}.parquet"
    return pq.read_table(file) if file.exists() else Confirmations.left_in(cell / PART).table()
