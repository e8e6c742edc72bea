"""``results/tenths``: the tenths of the messages in cells whose consumers began after all sends."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from include.spark_jobs.measures.array_types import Indices, Numbers
from include.spark_jobs.measures.event_times_and_rates import NS_PER_SECOND, acknowledgements, rate, receipts
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.schemas import TABLES

TENTHS = 10

TENTH = TABLES["tenths"].schema


def tenths(times: Numbers, began: int) -> tuple[Indices, NDArray[np.float64]]:
    """The tenths of events, whose times are in ns and in ascending order.

    The first tenth begins at ``began``.

    Returns:
        The messages of each tenth, and their rate in messages/s (NaN if no time passed); shape (10,) both.
    """
    edges = np.arange(TENTHS + 1) * times.size // TENTHS
    moments = np.array([began, *(times[edge - 1] if edge else began for edge in edges[1:])], np.int64)
    counts, seconds = np.diff(edges), np.diff(moments) / NS_PER_SECOND
    return counts, np.array([rate(*tenth) for tenth in zip(counts, seconds, strict=True)])


def tenth_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/tenths`` for a cell; none if consumers ran from the start."""
    sides = _sides(cell) if cell.settings.traits.has_backlog else ()
    return pa.concat_tables([TENTH.empty_table(), *sides])


def _sides(cell: RawCell) -> Iterator[pa.Table]:
    acked, received = acknowledgements(cell).times, receipts(cell).times
    if acked.size:
        yield _table(cell, "sent", *tenths(acked, cell.load_began_ns))
    if received.size:
        yield _table(cell, "received", *tenths(received, int(received[0])))


def _table(cell: RawCell, side: str, messages: Indices, rates: NDArray[np.float64]) -> pa.Table:
    columns = [
        pa.array([cell.manifest.cell.id] * TENTHS),
        pa.array([side] * TENTHS),
        pa.array(np.arange(1, TENTHS + 1)),
        pa.array(messages),
        pa.array(rates, from_pandas=True),
    ]
    return pa.Table.from_arrays(columns, schema=TENTH)
