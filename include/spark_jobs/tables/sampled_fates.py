"""``results/fates``: a sample of the messages of a disturbed cell, with their fates, for a chart."""

import numpy as np
import pyarrow as pa

from include.rawlog.schemas import NEVER_SENT
from include.spark_jobs.measures.array_types import Flags, Indices, Numbers
from include.spark_jobs.measures.event_times_and_rates import NS_PER_SECOND
from include.spark_jobs.measures.messages_of_deliveries import earlier_receipts, messages_of
from include.spark_jobs.measures.rawcell import RawCell, numbers
from include.spark_jobs.tables.schemas import TableRows
from include.spark_jobs.tables.violations import violation_rows

MOST_OF_EACH = 200
"""The maximum number of messages with the same fate in the sample of a cell."""

DELIVERED, NOT_DELIVERED = "delivered", "not_delivered"


def fate_rows(cell: RawCell) -> TableRows:
    """The rows of ``results/fates`` for a cell; none for a cell that was not disturbed."""
    rows = _first_sends(cell)
    if not cell.settings.traits.disturbance.is_injected or not rows.size:
        return []
    latencies = _latencies(cell, rows)
    names, fates = _fates(cell, rows, np.isnan(latencies))
    sample = np.sort(np.concatenate([_evenly(np.flatnonzero(fates == fate)) for fate in np.unique(fates)]))
    return pa.table(
        {
            "fate": [names[fate] for fate in fates[sample]],
            "at": (cell.created_ns[rows[sample]] - cell.load_began_ns) / NS_PER_SECOND,
            "latency": pa.array(latencies[sample], from_pandas=True),
        }
    )


def _first_sends(cell: RawCell) -> Indices:
    """For each timed message, its first row in ``sent``."""
    _, rows = np.unique(cell.sent_ids, return_index=True)
    timed_rows: Indices = rows[cell.timed[rows]]
    return timed_rows


def _latencies(cell: RawCell, rows: Indices) -> np.ndarray:
    """The time in ms from the creation of each message to its receipt; NaN without a receipt."""
    messages = messages_of(cell.deliveries.named_ids, cell.sent_ids)
    known = np.flatnonzero(messages != NEVER_SENT)
    received = known[earlier_receipts(messages[known], cell.due_deliveries) == cell.due_deliveries - 1]
    latencies = np.full(cell.sent_ids.size, np.nan)
    created_ns = cell.created_ns[messages[received]]
    latencies[messages[received]] = (cell.deliveries.received_ns[received] - created_ns) / 1e6
    return latencies[rows]


def _fates(cell: RawCell, rows: Indices, is_missing: Flags) -> tuple[list[str], Numbers]:
    """The names of the fates, and for each message the index of the name of its fate."""
    violations = violation_rows(cell)
    words = violations["violation"].to_pylist()
    names = [DELIVERED, NOT_DELIVERED, *dict.fromkeys(words)]
    numbers_of = {name: number for number, name in enumerate(names)}
    fates = is_missing.astype(np.int64)
    messages = messages_of(numbers(violations["id"]), cell.sent_ids[rows])
    is_message = messages != NEVER_SENT
    fates[messages[is_message]] = np.array([numbers_of[word] for word in words], np.int64)[is_message]
    return names, fates


def _evenly(indices: Indices) -> Indices:
    """At most ``MOST_OF_EACH`` of the indices, at equal distances."""
    if indices.size <= MOST_OF_EACH:
        return indices
    sample: Indices = indices[np.linspace(0, indices.size - 1, MOST_OF_EACH).astype(np.int64)]
    return sample
