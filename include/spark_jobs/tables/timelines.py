"""``results/timelines``: cells with a fixed rate in slices of time."""

from itertools import pairwise

import numpy as np
import pyarrow as pa

from include.spark_jobs.measures.event_times_and_rates import (
    NS_PER_SECOND,
    acknowledgements,
    slice_numbers,
    slices,
)
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.schemas import TABLES

SLICE_NS = 100_000_000

TIMELINE = TABLES["timelines"].schema


def timeline_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/timelines`` for a cell; none for a cell without a fixed rate."""
    if not cell.created_ns.size or not cell.settings.traits.is_paced:
        return TIMELINE.empty_table()
    first = cell.load_began_ns
    received_ns = cell.deliveries.received_ns[cell.timed_firsts]
    latencies = (received_ns - cell.created_ns[cell.messages[cell.timed_firsts]]) / 1e6
    acked = slices(acknowledgements(cell).times, first, SLICE_NS)
    delivered = slices(received_ns, first, SLICE_NS)
    size = max(acked.size, delivered.size)
    slice_of = slice_numbers(received_ns, first, SLICE_NS)
    columns = [
        pa.array([cell.manifest.cell.id] * size, pa.string()),
        pa.array(np.arange(size) * SLICE_NS / NS_PER_SECOND),
        pa.array(np.pad(acked, (0, size - acked.size))),
        pa.array(np.pad(delivered, (0, size - delivered.size))),
        pa.array(_p95(latencies, slice_of, size), from_pandas=True),
    ]
    return pa.Table.from_arrays(columns, schema=TIMELINE)


def _p95(values: np.ndarray, slice_of: np.ndarray, size: int) -> np.ndarray:
    """The 95th percentile of the values in each of ``size`` slices; NaN in slices without a value."""
    order = np.argsort(slice_of)
    present, starts = np.unique(slice_of[order], return_index=True)
    percentiles = np.full(size, np.nan)
    for place, (start, end) in zip(present, pairwise([*starts, order.size]), strict=True):
        percentiles[place] = np.percentile(values[order[start:end]], 95)
    return percentiles
