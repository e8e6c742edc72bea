"""Measure the depth and the duration of a fault's effect in a cell with a fixed rate."""

import numpy as np

from include.spark_jobs.measures.event_times_and_rates import (
    NS_PER_SECOND,
    Moments,
    acknowledgements,
    receipts,
    slices,
)
from include.spark_jobs.measures.rawcell import Metrics, RawCell, numbers

DIP_SLICE_NS = 250_000_000
"""The length of the time slices whose rates are compared. Deliveries come in bursts; with shorter slices, the
pauses between bursts would look like dips."""

HALF = 0.5
"""The rate is in a dip while it is below this share of the rate before the fault."""


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column; none for a cell without a fixed rate."""
    if not cell.created_ns.size or not cell.settings.traits.pace.is_fixed:
        return {}
    acked, received = acknowledgements(cell), receipts(cell)
    since, last = fault_beginning(cell), int(cell.created_ns.max())
    depth, length = dip(received, cell.load_began_ns, since, last)
    return {
        "acknowledgement_gap": longest_gap(acked, since),
        "delivery_gap": longest_gap(received, since),
        "dip_depth": depth,
        "dip_length": length,
    }


def fault_beginning(cell: RawCell) -> int:
    """The time in ns at which the cell's first fault began or, without a fault, would have begun."""
    if cell.faults.num_rows:
        return int(numbers(cell.faults["began_ns"]).min())
    after, _until = cell.settings.traits.disturbance.fault_window
    planned_ns = cell.created_ns[int((cell.created_ns.size - 1) * after)]
    return max(int(planned_ns), cell.load_began_ns)


def longest_gap(moments: Moments, since: int) -> float:
    """The longest of ``longest_gaps`` in s; 0 if no partition had an event after ``since``."""
    return max(longest_gaps(moments, since), default=0.0)


def longest_gaps(moments: Moments, since: int) -> list[float]:
    """The longest time in s without an event, for each partition that had an event after ``since``."""
    gaps = []
    for partition in np.unique(moments.partitions):
        times = moments.times[moments.partitions == partition]
        after = times[times >= since]
        if after.size:
            gaps.append(float(np.diff(after, prepend=since).max()) / NS_PER_SECOND)
    return gaps


def dip(moments: Moments, first: int, since: int, until: int) -> tuple[float, float]:
    """The depth of a dip, and the time in s with less than half of the rate before ``since``.

    The dip is between ``since`` and ``until``, and its depth is a share of the rate before ``since``. The
    depth and the time are NaN if there was no event before ``since``. ``first`` is the creation time of the
    first timed message. All moments are in ns.
    """
    rates = slices(moments.times, first, DIP_SLICE_NS)
    begins, ends = ((moment - first) // DIP_SLICE_NS for moment in (since, until))
    before = float(rates[:begins].mean()) if begins > 0 and rates.size else 0.0
    during = np.append(rates, np.zeros(max(0, ends - rates.size)))[begins : max(ends, begins + 1)]
    if not before or not during.size:
        return float("nan"), float("nan")
    depth = max(0.0, 1 - float(during.min()) / before)
    return depth, float(np.count_nonzero(during < HALF * before)) * DIP_SLICE_NS / NS_PER_SECOND
