"""``results/tenths``: the rate of each tenth of the messages, in cells with a backlog."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from include.spark_jobs.measures.array_types import Indices, Numbers
from include.spark_jobs.measures.event_times_and_rates import NS_PER_SECOND, acknowledgements, rate, receipts
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.schemas import Row, TableRows

TENTHS = 10


def tenths(times: Numbers, began: int) -> tuple[Indices, NDArray[np.float64]]:
    """The tenths of a series of events. The times of the events are in ns, in ascending order.

    The first tenth begins at ``began``.

    Returns:
        The number of events in each tenth, and the rate in each tenth in events/s (NaN if no time passed).
        Both have the shape (10,).
    """
    edges = np.arange(TENTHS + 1) * times.size // TENTHS
    moments = np.array([began, *(times[edge - 1] if edge else began for edge in edges[1:])], np.int64)
    counts, seconds = np.diff(edges), np.diff(moments) / NS_PER_SECOND
    return counts, np.array([rate(*tenth) for tenth in zip(counts, seconds, strict=True)])


def tenth_rows(cell: RawCell) -> TableRows:
    """The rows of ``results/tenths`` for a cell; none if consumers ran from the start."""
    if not cell.settings.traits.flow.has_backlog:
        return []
    acked, received = acknowledgements(cell).times, receipts(cell).times
    return [
        *(_side("sent", *tenths(acked, cell.load_began_ns)) if acked.size else ()),
        *(_side("received", *tenths(received, int(received[0]))) if received.size else ()),
    ]


def _side(side: str, messages: Indices, rates: NDArray[np.float64]) -> Iterator[Row]:
    for tenth, (number, rate_of_tenth) in enumerate(zip(messages, rates, strict=True), start=1):
        yield {
            "side": side,
            "tenth": tenth,
            "messages": int(number),
            "rate": None if np.isnan(rate_of_tenth) else float(rate_of_tenth),
        }
