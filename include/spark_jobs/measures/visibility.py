"""From when on consumers could read a message, as an observer of the partitions found it."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from include.rawlog.schemas import VISIBILITY_FILE
from include.spark_jobs.measures.arrays import LogPositions, Numbers
from include.spark_jobs.measures.rawcell import RawCell, numbers


@dataclass(frozen=True)
class Readable:
    """When messages became readable, in ns, shape (n,), and how exactly that is known, in ms."""

    moments: Numbers
    resolution_ms: float


@dataclass(frozen=True)
class Bounds:
    """Between which two moments messages became readable, in ns, shape (n,) both."""

    earliest: Numbers
    latest: Numbers


def readable(cell: RawCell, positions: LogPositions, received_ns: Numbers) -> Readable | None:
    """When messages at these positions, received at these times, became readable.

    None without an observer, or if the observer's answers do not bound every message.

    A message became readable between the last question whose answer did not include it, and the first answer
    that did. The middle of the two is taken; a receipt in between proves that it was readable before.
    """
    observed = cell.files.get(VISIBILITY_FILE)
    bounds = bounds_of(observed, positions) if observed is not None else None
    if bounds is None:
        return None
    latest = np.minimum(bounds.latest, received_ns)
    widths = bounds.latest - bounds.earliest
    resolution = float(np.median(widths)) / 1e6 if widths.size else float("nan")
    return Readable(bounds.earliest + (latest - bounds.earliest) // 2, resolution)


def bounds_of(observed: pa.Table, positions: LogPositions) -> Bounds | None:
    """Between which moments messages became readable; None if an answer before or after one is missing."""
    earliest, latest = (np.zeros(positions.offsets.size, np.int64) for _ in range(2))
    for partition in np.unique(positions.partitions):
        seen = observed.filter(pc.equal(observed["partition"], partition))
        rows = np.flatnonzero(positions.partitions == partition)
        readable_offsets = np.maximum.accumulate(numbers(seen["offset"]))
        first = np.searchsorted(readable_offsets, positions.offsets[rows], side="right")
        if not first.all() or (first == readable_offsets.size).any():
            return None
        earliest[rows] = numbers(seen["asked_ns"])[first - 1]
        latest[rows] = numbers(seen["answered_ns"])[first]
    return Bounds(earliest, latest)
