"""Names for the kinds of NumPy arrays that columns of a raw log become."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.signedinteger]
Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class LogPositions:
    """Positions in the log of a topic: partitions and offsets, shape (n,) both."""

    partitions: Numbers
    offsets: Numbers

    @property
    def keys(self) -> Numbers:
        """A number for each position, by which positions are compared. Every offset is below 2^44."""
        return self.partitions.astype(np.int64) * 2**44 + self.offsets
