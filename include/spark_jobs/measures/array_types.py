"""Type aliases for arrays of numbers, indices and flags, and a type for positions in a topic's log."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.signedinteger]
Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class LogPositions:
    """Positions in the log of a topic; ``partitions`` and ``offsets`` have the shape (n,)."""

    partitions: Numbers
    offsets: Numbers

    @property
    def keys(self) -> Numbers:
        """A unique number for each position. Every offset must be below 2^44."""
        return self.partitions.astype(np.int64) * 2**44 + self.offsets
