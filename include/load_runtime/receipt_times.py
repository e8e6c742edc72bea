"""When each message was first received, in files that consumers write and another program reads."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np

from include.load_runtime.mmap_array import as_numpy, new_array, open_array


def file_of(cell: Path, consumer: str) -> Path:
    """Return the file of a consumer in the folder of a cell. It is no part of the raw log."""
    return cell / f"received-{consumer}-times"


class ReceiptTimes:
    """The times of first receipts, by the ids of messages, that one consumer writes."""

    def __init__(self, cell: Path, consumer: str, messages: int) -> None:
        """Create the file."""
        self._received_ns = as_numpy(new_array("q", messages, file_of(cell, consumer)))

    def record(self, ids: np.ndarray, received_ns: int) -> None:
        """Record that messages were received for the first time."""
        self._received_ns[ids] = received_ns


class AllReceiptTimes:
    """The times of first receipts, by the ids of messages, that all consumers of a cell write."""

    def __init__(self, received_ns: Sequence[np.ndarray]) -> None:
        self._received_ns = received_ns

    @classmethod
    def open(cls, cell: Path, consumers: Sequence[str]) -> Self:
        """Open the files of these consumers, which have created them."""
        return cls([as_numpy(open_array("q", file_of(cell, consumer))) for consumer in consumers])

    def of(self, first: int, end: int) -> np.ndarray:
        """Return when the messages from ``first`` to before ``end`` were received, in ns.

        The time of a message that was not received yet is negative.
        """
        times: np.ndarray = np.maximum.reduce([one[first:end] for one in self._received_ns])
        return times
