"""The course of a cell in which consumers began when all had been sent: both sides, tenth by tenth."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from include.spark_jobs.measure import Indices, Numbers, rate
from include.spark_jobs.rawcell import RawCell
from include.spark_jobs.timeline import SECONDS, acknowledgements, receipts

TENTHS = 10

TENTH = pa.schema(
    [
        pa.field("cell", pa.string()),
        pa.field("side", pa.string()),
        pa.field("tenth", pa.int64()),
        pa.field("messages", pa.int64()),
        pa.field("rate", pa.float64()),
    ]
)
"""``results/tenths``: a row a tenth of a cell's messages, from 1 to 10, and side: ``sent`` or ``received``.

``rate`` is messages/s, from the last acknowledgement of the tenth before (for the first: from the creation of
the first message) to the last of this one; of receipts likewise, the first tenth from the first receipt on.
"""


@dataclass(frozen=True)
class Tenths:
    """Messages in each tenth, and their rate in messages/s (NaN in no time at all); shape (10,) both."""

    messages: Indices
    rates: NDArray[np.float64]


def tenths(times: Numbers, began: int) -> Tenths:
    """The course of events at these times, in ns and in their order."""
    edges = np.arange(TENTHS + 1) * times.size // TENTHS
    moments = np.array([began, *(times[edge - 1] if edge else began for edge in edges[1:])], np.int64)
    counts, seconds = np.diff(edges), np.diff(moments) / SECONDS
    return Tenths(counts, np.array([rate(*one) for one in zip(counts, seconds, strict=True)]))


def tenth_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/tenths`` for a cell."""
    return pa.concat_tables([TENTH.empty_table(), *_sides(cell)])


def _sides(cell: RawCell) -> Iterator[pa.Table]:
    acked, received = acknowledgements(cell).times, receipts(cell).times
    if acked.size:
        yield _table(cell, "sent", tenths(acked, int(cell.created_ns.min())))
    if received.size:
        yield _table(cell, "received", tenths(received, int(received[0])))


def _table(cell: RawCell, side: str, found: Tenths) -> pa.Table:
    columns = [
        pa.array([cell.manifest.cell.id] * TENTHS),
        pa.array([side] * TENTHS),
        pa.array(np.arange(1, TENTHS + 1)),
        pa.array(found.messages),
        pa.array(found.rates, from_pandas=True),
    ]
    return pa.Table.from_arrays(columns, schema=TENTH)
