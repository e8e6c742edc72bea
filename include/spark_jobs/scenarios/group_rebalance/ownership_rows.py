"""Who owned which partition when in a cell, as rows of its results."""

import numpy as np
import pyarrow as pa

from include.spark_jobs.measure import Numbers
from include.spark_jobs.rawcell import RawCell, numbers
from include.spark_jobs.timeline import SECONDS
from include.verdicts.scenarios.group_rebalance.ownership import Member

OWNED = pa.schema(
    [
        pa.field("cell", pa.string()),
        pa.field("consumer", pa.int16()),
        pa.field("attempt", pa.int16()),
        pa.field("partition", pa.int32()),
        pa.field("began", pa.float64()),
        pa.field("ended", pa.float64()),
        pa.field("ending", pa.string()),
        pa.field("messages", pa.int64()),
    ]
)
"""``results/ownership``: a row of ``ownership.parquet``, its times in s from the creation of the cell's first
message, with the number of ``messages`` that the consumer was given of the partition meanwhile."""


def owned_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/ownership`` for a cell; none for a cell of another scenario."""
    if cell.ownership is None or not cell.created_ns.size:
        return OWNED.empty_table()
    rows, first = cell.ownership.to_pylist(), int(cell.created_ns.min())
    columns = [
        [cell.manifest.cell.id for _ in rows],
        *([row[name] for row in rows] for name in ("consumer", "attempt", "partition")),
        [(row["from_ns"] - first) / SECONDS for row in rows],
        [None if row["until_ns"] is None else (row["until_ns"] - first) / SECONDS for row in rows],
        [row["ending"] for row in rows],
        messages_by_row(cell.ownership, cell.received),
    ]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, OWNED, strict=True)]
    return pa.Table.from_arrays(arrays, schema=OWNED)


def messages_by_row(ownership: pa.Table, received: pa.Table) -> list[int]:
    """How many messages each row's consumer was given of its partition, from then until it owned it again.

    A message that was handed over just before its partition was taken away counts where it belongs.
    """
    rows = ownership.to_pylist()
    owned = [((row["consumer"], row["attempt"]), row["partition"]) for row in rows]
    began = np.array([row["from_ns"] for row in rows], np.int64)
    counts = [0] * len(rows)
    for member, partition in {one for one in owned if one[1] is not None}:
        places = [place for place, its in enumerate(owned) if its == (member, partition)]
        places.sort(key=lambda place: int(began[place]))
        times = received_ns(received, member, partition)
        starts = np.searchsorted(times, began[places])
        for place, count in zip(places, np.diff([*starts, times.size]), strict=True):
            counts[place] = int(count)
    return counts


def received_ns(received: pa.Table, member: Member, partition: int | None = None) -> Numbers:
    """When a member was given messages, or those of a partition, in the order of time."""
    chosen = (numbers(received["consumer"]) == member[0]) & (numbers(received["attempt"]) == member[1])
    if partition is not None:
        chosen &= numbers(received["partition"]) == partition
    times: Numbers = np.sort(numbers(received["received_ns"])[chosen])
    return times
