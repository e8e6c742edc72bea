"""``results/fates``: what became of single messages under a fault, in a sample that fits into a figure."""

import numpy as np
import pyarrow as pa

from include.rawlog.schemas import NEVER_SENT
from include.spark_jobs.measures.arrays import Indices, Numbers
from include.spark_jobs.measures.deliveries import messages_of
from include.spark_jobs.measures.moments import NS_PER_SECOND
from include.spark_jobs.measures.rawcell import RawCell, numbers
from include.spark_jobs.tables.violations import violation_rows

MOST_OF_EACH = 200
"""The maximum number of messages of a cell with the same fate."""

DELIVERED, NOT_DELIVERED = "delivered", "not_delivered"

FATE = pa.schema(
    [
        pa.field("cell", pa.string()),
        pa.field("fate", pa.string()),
        pa.field("at", pa.float64()),
        pa.field("latency", pa.float64()),
    ]
)
"""A row for each message of the sample: at most 200 messages of each fate, evenly chosen, without those of
the lead-in.

``fate`` is the message's violation, the last in ``results/violations`` where it has several; without one
``delivered``, or ``not_delivered`` if nothing was promised and nobody received it. ``at`` is when the message
was created, in s from the first timed message; ``latency`` is from then to its first receipt, in ms.
"""


def fate_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/fates`` for a cell; none for a cell without a fault."""
    rows = _first_sends(cell)
    if not cell.settings.is_disturbed or not rows.size:
        return FATE.empty_table()
    latencies = _latencies(cell, rows)
    fates = _fates(cell, rows, np.isnan(latencies))
    chosen = np.sort(np.concatenate([_evenly(np.flatnonzero(fates == fate)) for fate in np.unique(fates)]))
    columns = [
        pa.repeat(cell.manifest.cell.id, chosen.size),
        pa.array(fates[chosen], pa.string()),
        pa.array((cell.created_ns[rows[chosen]] - cell.load_began_ns) / NS_PER_SECOND),
        pa.array(latencies[chosen], from_pandas=True),
    ]
    return pa.Table.from_arrays(columns, schema=FATE)


def _first_sends(cell: RawCell) -> Indices:
    """The row of ``sent`` of each timed message, the first row where it was sent several times."""
    _, rows = np.unique(cell.sent_ids, return_index=True)
    timed: Indices = rows[cell.timed[rows]]
    return timed


def _latencies(cell: RawCell, rows: Indices) -> np.ndarray:
    """The time in ms from the creation of each message to its first receipt; NaN without one."""
    latencies = np.full(cell.sent_ids.size, np.nan)
    messages = cell.messages[cell.firsts]
    latencies[messages] = (cell.deliveries.received_ns[cell.firsts] - cell.created_ns[messages]) / 1e6
    return latencies[rows]


def _fates(cell: RawCell, rows: Indices, is_missing: np.ndarray) -> np.ndarray:
    """The fate of each message."""
    fates = np.where(is_missing, NOT_DELIVERED, DELIVERED).astype(object)
    violations = violation_rows(cell)
    messages = messages_of(numbers(violations["id"]), cell.sent_ids[rows])
    names = violations["violation"].to_numpy()
    is_message = messages != NEVER_SENT
    fates[messages[is_message]] = names[is_message]
    return fates


def _evenly(indices: Numbers) -> Numbers:
    """At most ``MOST_OF_EACH`` of the indices, at equal distances."""
    if indices.size <= MOST_OF_EACH:
        return indices
    chosen: Numbers = indices[np.linspace(0, indices.size - 1, MOST_OF_EACH).astype(np.int64)]
    return chosen
