"""``results/violations``: a row for each violation, with data to find its message in the raw log."""

from collections.abc import Callable, Mapping

import numpy as np
import pyarrow as pa

from include.rawlog.schemas import AUDIT_FILE, NEVER_SENT
from include.spark_jobs.measures.array_types import Indices, Numbers
from include.spark_jobs.measures.messages_of_deliveries import messages_of
from include.spark_jobs.measures.rawcell import RawCell, numbers, once_per_cell
from include.spark_jobs.measures.violations import violations_of
from include.spark_jobs.tables.schemas import TABLES, without_cell

COLUMNS = without_cell(TABLES["violations"].schema)


@once_per_cell
def violation_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/violations`` for a cell."""
    violations = vars(violations_of(cell))
    parts = [
        ROWS.get(name, _of_deliveries)(cell, name, indices)
        for name, indices in violations.items()
        if indices is not None and indices.size
    ]
    return pa.concat_tables([COLUMNS.empty_table(), *parts])


def _of_sent(cell: RawCell, name: str, rows: Indices) -> pa.Table:
    messages = cell.sent.take(pa.array(rows))
    ids = numbers(messages["id"])
    return _table(cell, name, ids, messages["partition"], messages["offset"], messages["transaction"])


def _of_deliveries(cell: RawCell, name: str, indices: Indices) -> pa.Table:
    deliveries = cell.deliveries
    ids = deliveries.named_ids[indices]
    partitions, offsets = pa.array(deliveries.partitions[indices]), pa.array(deliveries.offsets[indices])
    return _table(cell, name, ids, partitions, offsets, _transactions_of(cell, ids))


def _of_log(cell: RawCell, name: str, rows: Indices) -> pa.Table:
    messages = cell.files[AUDIT_FILE].take(pa.array(rows))
    ids = numbers(messages["id"])
    return _table(cell, name, ids, messages["partition"], messages["offset"], _transactions_of(cell, ids))


ROWS: Mapping[str, Callable[[RawCell, str, Indices], pa.Table]] = {
    "lost": _of_sent,
    "gone": _of_sent,
    "torn": _of_sent,
    "hanging": _of_log,
}
"""For each violation that is found in the sent log or in the audit, the function that makes its rows. All
other violations are found in the deliveries."""


def _transactions_of(cell: RawCell, ids: Numbers) -> pa.Array:
    """The transaction in which each message was first sent; null for a message that was never sent."""
    rows = messages_of(ids, cell.sent_ids)
    return cell.sent["transaction"].take(pa.array(rows, mask=rows == NEVER_SENT))


def _table(
    cell: RawCell, name: str, ids: Numbers, partitions: pa.Array, offsets: pa.Array, transactions: pa.Array
) -> pa.Table:
    in_log = pa.nulls(ids.size, pa.bool_())
    if cell.ids_in_log is not None:
        in_log = pa.array(np.isin(ids, cell.ids_in_log))
    same = [pa.repeat(value, ids.size) for value in (cell.manifest.attempt, name)]
    columns = [*same, pa.array(ids), partitions, offsets, transactions, in_log]
    return pa.table(columns, names=COLUMNS.names).cast(COLUMNS)
