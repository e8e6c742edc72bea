"""The times and partitions of acknowledgements and receipts, and the rates of events."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from include.spark_jobs.measures.array_types import Indices, Numbers
from include.spark_jobs.measures.rawcell import RawCell, numbers, once_per_cell

NS_PER_SECOND = 1e9


@dataclass(frozen=True)
class Moments:
    """The times of events in ns, in ascending order, and the partition of each event; shapes (n,)."""

    times: Numbers
    partitions: Numbers


@once_per_cell
def acknowledgements(cell: RawCell) -> Moments:
    """The times of the first acknowledgements of timed messages."""
    mask = pa.array(cell.acked & cell.timed)
    rows = cell.sent.select(["acked_ns", "partition"]).filter(mask).drop_null()
    return _in_order(numbers(rows["acked_ns"]), numbers(rows["partition"]))


@once_per_cell
def receipts(cell: RawCell) -> Moments:
    """The times of the receipts of timed messages: of the last one, if a message is due several times."""
    rows = cell.timed_receipts
    return _in_order(cell.deliveries.received_ns[rows], cell.deliveries.partitions[rows])


def slice_numbers(times: Numbers, first: int, length_ns: int) -> Indices:
    """For each time, the number of its slice. Slice 0 begins at ``first``."""
    return np.maximum(times - first, 0) // length_ns


def slices(times: Numbers, first: int, length_ns: int) -> Indices:
    """The number of events in each slice of time, shape (slices,). The first slice begins at ``first``."""
    return np.bincount(slice_numbers(times, first, length_ns))


def _in_order(times: Numbers, partitions: Numbers) -> Moments:
    order = np.argsort(times, kind="stable")
    return Moments(times[order], partitions[order])


def rate(events: int, seconds: float) -> float:
    """Events per second; NaN if no time passed."""
    return events / seconds if seconds > 0 else float("nan")


def rate_between(times_ns: Numbers) -> float:
    """Events per second between the first and the last time. The times are in ns, in any order."""
    seconds = (int(times_ns.max()) - int(times_ns.min())) / 1e9 if times_ns.size else 0.0
    return rate(times_ns.size - 1, seconds)
