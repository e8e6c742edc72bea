"""The times from which consumers could read messages, as recorded by an observer of the partitions."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from include.rawlog.schemas import VISIBILITY_FILE
from include.spark_jobs.measures.array_types import LogPositions, Numbers
from include.spark_jobs.measures.rawcell import RawCell, numbers


@dataclass(frozen=True)
class Readable:
    """The times in ns at which messages became readable, shape (n,), and their uncertainty in ms."""

    moments: Numbers
    resolution_ms: float


def readable(cell: RawCell, positions: LogPositions, received_ns: Numbers) -> Readable | None:
    """The times at which messages became readable, from their positions and their times of receipt.

    A message became readable between two moments: the observer's last request whose answer did not include
    the message, and the first answer that included it. The result is the middle between these two moments. If
    the message was received before the second moment, the time of receipt replaces this moment. The result is
    None without an observer, or if either moment is unknown for any of the messages.
    """
    observations = cell.files.get(VISIBILITY_FILE)
    bounds = bounds_of(observations, positions) if observations is not None else None
    if bounds is None:
        return None
    earliest, latest = bounds
    resolution = float(np.median(latest - earliest)) / 1e6 if latest.size else float("nan")
    return Readable(earliest + (np.minimum(latest, received_ns) - earliest) // 2, resolution)


def bounds_of(observations: pa.Table, positions: LogPositions) -> tuple[Numbers, Numbers] | None:
    """For each message, the two moments in ns between which it became readable; two arrays of shape (n,).

    None if one of the two moments is unknown for at least one message.
    """
    earliest, latest = (np.zeros(positions.offsets.size, np.int64) for _ in range(2))
    for partition in np.unique(positions.partitions):
        of_partition = observations.filter(pc.equal(observations["partition"], partition))
        rows = np.flatnonzero(positions.partitions == partition)
        readable_offsets = np.maximum.accumulate(numbers(of_partition["offset"]))
        first = np.searchsorted(readable_offsets, positions.offsets[rows], side="right")
        if not first.all() or (first == readable_offsets.size).any():
            return None
        earliest[rows] = numbers(of_partition["asked_ns"])[first - 1]
        latest[rows] = numbers(of_partition["answered_ns"])[first]
    return earliest, latest
