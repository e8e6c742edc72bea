"""``results/timelines``: acknowledgements and deliveries per slice of time, in cells with a fixed rate."""

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
from include.spark_jobs.tables.schemas import TableRows

SLICE_NS = 100_000_000


def timeline_rows(cell: RawCell) -> TableRows:
    """The rows of ``results/timelines`` for a cell; none for a cell without a fixed rate."""
    if not cell.created_ns.size or not cell.settings.traits.pace.is_fixed:
        return []
    first = cell.load_began_ns
    received_ns = cell.deliveries.received_ns[cell.timed_receipts]
    latencies = (received_ns - cell.created_ns[cell.messages[cell.timed_receipts]]) / 1e6
    acked = slices(acknowledgements(cell).times, first, SLICE_NS)
    delivered = slices(received_ns, first, SLICE_NS)
    size = max(acked.size, delivered.size)
    slice_of = slice_numbers(received_ns, first, SLICE_NS)
    return pa.table(
        {
            "at": np.arange(size) * SLICE_NS / NS_PER_SECOND,
            "acked": np.pad(acked, (0, size - acked.size)),
            "delivered": np.pad(delivered, (0, size - delivered.size)),
            "latency_p95": pa.array(_p95(latencies, slice_of, size), from_pandas=True),
        }
    )


def _p95(values: np.ndarray, slice_of: np.ndarray, size: int) -> np.ndarray:
    """The 95th percentile of the values in each of ``size`` slices; NaN in slices without a value."""
    order = np.argsort(slice_of)
    present, starts = np.unique(slice_of[order], return_index=True)
    percentiles = np.full(size, np.nan)
    for place, (start, end) in zip(present, pairwise([*starts, order.size]), strict=True):
        percentiles[place] = np.percentile(values[order[start:end]], 95)
    return percentiles
