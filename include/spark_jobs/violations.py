"""What went wrong with which message: a row for each, so that it can be traced in the raw log."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from include.rawlog.schemas import NEVER_SENT
from include.spark_jobs import measure
from include.spark_jobs.measure import Flags, Indices, Numbers, Places
from include.spark_jobs.rawcell import RawCell, numbers

VIOLATION = pa.schema(
    [
        pa.field("cell", pa.string()),
        pa.field("violation", pa.string()),
        pa.field("id", pa.int64()),
        pa.field("partition", pa.int32()),
        pa.field("offset", pa.int64()),
        pa.field("transaction", pa.int32()),
        pa.field("in_log", pa.bool_()),
    ]
)
"""``results/violations``: a row a violating message.

Partition and offset are where it was written (``lost``, ``gone``) or read (the others), as far as that is
known; ``transaction`` is the number of the one it was sent in. ``in_log`` is whether an independent reader
found it: a lost message that is there was lost on the way to the consumer, one that isn't by the brokers;
without a reader it is unknown.
"""


@dataclass(frozen=True)
class Violations:
    """The violations of a cell: rows of the sent log, and places among its deliveries."""

    lost: Indices
    gone: Indices
    duplicated: Indices
    out_of_order: Indices
    aborted_seen: Indices
    phantom: Indices

    def counts(self) -> dict[str, int]:
        """How many there are of each."""
        return {name: found.size for name, found in vars(self).items()}


def violations_of(cell: RawCell) -> Violations:
    """Everything that went wrong in a cell."""
    deliveries, messages = cell.deliveries, cell.messages
    lost = measure.lost(cell.sent_ids, cell.promised, deliveries.ids)
    late = measure.out_of_order(messages[cell.firsts], deliveries.partitions[cell.firsts])
    return Violations(
        lost=np.flatnonzero(lost),
        gone=np.flatnonzero(_gone(cell)),
        duplicated=measure.duplicated(messages, cell.is_first),
        out_of_order=cell.firsts[late],
        aborted_seen=_aborted_seen(cell),
        phantom=np.flatnonzero(messages == NEVER_SENT),
    )


def violation_rows(cell: RawCell, found: Violations) -> pa.Table:
    """The rows of ``results/violations`` for a cell."""
    parts = []
    for name, indices in vars(found).items():
        if indices.size:
            is_sent = name in ("lost", "gone")
            parts.append(_of_sent(cell, name, indices) if is_sent else _of_deliveries(cell, name, indices))
    return pa.concat_tables([VIOLATION.empty_table(), *parts])


def _gone(cell: RawCell) -> Flags:
    """Promised messages that aren't in the log."""
    if cell.audit is None:
        return np.zeros(cell.sent_ids.size, dtype=np.bool_)
    return measure.lost(cell.sent_ids, cell.promised, numbers(cell.audit["id"]))


def _aborted_seen(cell: RawCell) -> Indices:
    """The reader of the log knows best which of it is of aborted transactions; else their offsets tell."""
    nothing = np.empty(0, np.int64)
    aborted, only_aborted = Places(nothing, nothing), nothing
    if cell.aborted.any():
        known, places = cell.places_sent
        of_aborted = cell.aborted[known]
        aborted = Places(places.partitions[of_aborted], places.offsets[of_aborted])
        only_aborted = np.setdiff1d(cell.sent_ids[cell.aborted], cell.sent_ids[~cell.aborted])
    if cell.audit is not None:
        left = cell.audit.filter(pa.compute.invert(cell.audit["committed"]))
        aborted = Places(
            np.concatenate([aborted.partitions, numbers(left["partition"])]),
            np.concatenate([aborted.offsets, numbers(left["offset"])]),
        )
    if not (aborted.offsets.size or only_aborted.size):
        return np.empty(0, np.intp)
    places = Places(cell.deliveries.partitions, cell.deliveries.offsets)
    return measure.aborted_seen(places, aborted, cell.deliveries.ids, only_aborted)


def _of_sent(cell: RawCell, name: str, rows: Indices) -> pa.Table:
    chosen = cell.sent.take(pa.array(rows))
    ids = numbers(chosen["id"])
    return _table(cell, name, ids, chosen["partition"], chosen["offset"], chosen["transaction"])


def _of_deliveries(cell: RawCell, name: str, places: Indices) -> pa.Table:
    deliveries, rows = cell.deliveries, cell.messages[places]
    sent = pa.array(rows, mask=rows == NEVER_SENT)
    return _table(
        cell,
        name,
        deliveries.ids[places],
        pa.array(deliveries.partitions[places]),
        pa.array(deliveries.offsets[places]),
        cell.sent["transaction"].take(sent),
    )


def _table(
    cell: RawCell, name: str, ids: Numbers, partitions: pa.Array, offsets: pa.Array, transactions: pa.Array
) -> pa.Table:
    in_log = pa.nulls(ids.size, pa.bool_())
    if cell.audit is not None:
        in_log = pa.array(np.isin(ids, numbers(cell.audit["id"])))
    words = [pa.array([word] * ids.size) for word in (cell.manifest.cell.id, name)]
    columns = [*words, pa.array(ids), partitions, offsets, transactions, in_log]
    arrays = [
        column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column for column in columns
    ]
    return pa.table(arrays, names=VIOLATION.names).cast(VIOLATION)
