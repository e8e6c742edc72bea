"""A cell in slices of time, and how deep and how long a fault was felt in it."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from include.spark_jobs.measure import Indices, Numbers
from include.spark_jobs.rawcell import RawCell, numbers

SLICE_NS = 100_000_000

DIP_SLICE_NS = 250_000_000
"""Of a dip: deliveries come in bursts, whose pauses are none."""

SECONDS = 1e9

HALF = 0.5
"""Of what it had been: below it, the rate is in a dip."""

TIMELINE = pa.schema(
    [
        pa.field("cell", pa.string()),
        pa.field("at", pa.float64()),
        pa.field("acked", pa.int64()),
        pa.field("delivered", pa.int64()),
        pa.field("latency_p95", pa.float64()),
    ]
)
"""``results/timelines``: a row a tenth of a second, for cells of a fixed rate.

``at`` is the beginning of the slice, in s from the creation of the cell's first message; ``acked`` and
``delivered`` are messages, ``latency_p95`` is of those delivered, from their creation, in ms.
"""

WINDOW = pa.schema(
    [
        pa.field("cell", pa.string()),
        pa.field("fault", pa.string()),
        pa.field("target", pa.string()),
        pa.field("began", pa.float64()),
        pa.field("ended", pa.float64()),
        pa.field("packets_seen", pa.int64()),
        pa.field("packets_dropped", pa.int64()),
    ]
)
"""``results/faults``: a row for each fault window.

Times are in s from the creation of the cell's first message; packets are counted as in ``faults.parquet``.
"""


@dataclass(frozen=True)
class Moments:
    """When something happened, and in which partition; shape (n,) both, in the order of time."""

    times: Numbers
    partitions: Numbers


def acknowledgements(cell: RawCell) -> Moments:
    """When each acknowledged message was acknowledged."""
    timed = cell.sent.select(["acked_ns", "partition"]).filter(pa.array(cell.acked)).drop_null()
    return _in_order(numbers(timed["acked_ns"]), numbers(timed["partition"]))


def receipts(cell: RawCell) -> Moments:
    """When each message was first received."""
    firsts = cell.firsts
    return _in_order(cell.deliveries.received_ns[firsts], cell.deliveries.partitions[firsts])


def beginning(cell: RawCell) -> int:
    """When the cell's first fault began, or would have, in ns."""
    if cell.faults.num_rows:
        return int(numbers(cell.faults["began_ns"]).min())
    return int(cell.created_ns[int((cell.created_ns.size - 1) * cell.settings.fault_after)])


def longest_gap(moments: Moments, since: int) -> float:
    """The longest time, in s, in which a partition had nothing, from ``since`` to its last."""
    return max(longest_gaps(moments, since), default=0.0)


def longest_gaps(moments: Moments, since: int) -> list[float]:
    """The same for each partition that had anything since."""
    found = []
    for partition in np.unique(moments.partitions):
        own = moments.times[moments.partitions == partition]
        after = own[own >= since]
        if after.size:
            found.append(float(np.diff(after, prepend=since).max()) / SECONDS)
    return found


def dip(moments: Moments, first: int, since: int, until: int) -> tuple[float, float]:
    """How deep the rate fell between two moments, as a share of what it was before, and for how many seconds.

    Nothing where there was nothing before. ``first`` is when the cell's first message was created.
    """
    rates = slices(moments.times, first, DIP_SLICE_NS)
    begins, ends = ((moment - first) // DIP_SLICE_NS for moment in (since, until))
    before = float(rates[:begins].mean()) if rates[:begins].size else 0.0
    during = np.append(rates, np.zeros(max(0, ends - rates.size)))[begins : max(ends, begins + 1)]
    if not before or not during.size:
        return float("nan"), float("nan")
    depth = max(0.0, 1 - float(during.min()) / before)
    return depth, float(np.count_nonzero(during < HALF * before)) * DIP_SLICE_NS / SECONDS


def slices(times: Numbers, first: int, length_ns: int = SLICE_NS) -> Indices:
    """How many there are in each slice from ``first`` on."""
    return np.bincount(np.maximum(times - first, 0) // length_ns) if times.size else np.zeros(0, np.intp)


def recovery(cell: RawCell) -> dict[str, float]:
    """How a fault was felt in a cell of a fixed rate, by the names of the metrics."""
    if not cell.created_ns.size:
        return {}
    acked, received = acknowledgements(cell), receipts(cell)
    since, first = beginning(cell), int(cell.created_ns.min())
    last = int(cell.created_ns.max())
    depth, length = dip(received, first, since, last)
    return {
        "acknowledgement_gap": longest_gap(acked, since),
        "delivery_gap": longest_gap(received, since),
        "dip_depth": depth,
        "dip_length": length,
    }


def timeline_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/timelines`` for a cell."""
    if not cell.created_ns.size:
        return TIMELINE.empty_table()
    first = int(cell.created_ns.min())
    received_ns = cell.deliveries.received_ns[cell.firsts]
    latencies = (received_ns - cell.created_ns[cell.messages[cell.firsts]]) / 1e6
    acked, delivered = slices(acknowledgements(cell).times, first), slices(received_ns, first)
    size = max(acked.size, delivered.size)
    places = np.maximum(received_ns - first, 0) // SLICE_NS
    columns = [
        pa.array([cell.manifest.cell.id] * size, pa.string()),
        pa.array(np.arange(size) * SLICE_NS / SECONDS),
        pa.array(np.pad(acked, (0, size - acked.size))),
        pa.array(np.pad(delivered, (0, size - delivered.size))),
        pa.array(_p95(latencies, places, size), from_pandas=True),
    ]
    return pa.Table.from_arrays(columns, schema=TIMELINE)


def window_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/faults`` for a cell."""
    first = int(cell.created_ns.min()) if cell.created_ns.size else 0
    rows = cell.faults.to_pylist()
    columns = [
        pa.array([cell.manifest.cell.id for _ in rows], pa.string()),
        pa.array([row["fault"] for row in rows], pa.string()),
        pa.array([row["target"] for row in rows], pa.string()),
        pa.array([(row["began_ns"] - first) / SECONDS for row in rows], pa.float64()),
        pa.array([row["ended_ns"] and (row["ended_ns"] - first) / SECONDS for row in rows], pa.float64()),
        *(cell.faults[name].combine_chunks() for name in ("packets_seen", "packets_dropped")),
    ]
    return pa.Table.from_arrays(columns, schema=WINDOW)


def _in_order(times: Numbers, partitions: Numbers) -> Moments:
    order = np.argsort(times, kind="stable")
    return Moments(times[order], partitions[order])


def _p95(values: np.ndarray, places: np.ndarray, size: int) -> np.ndarray:
    """The 95th percentile of the values in each place; NaN where there is none."""
    found = np.full(size, np.nan)
    for place in np.unique(places):
        found[place] = np.percentile(values[places == place], 95)
    return found
