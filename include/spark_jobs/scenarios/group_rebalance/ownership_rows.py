"""``results/ownership``: which consumer owned which partition, and when."""

import numpy as np
import pyarrow as pa

from include.rawlog.scenarios.group_rebalance import OWNERSHIP_FILE
from include.spark_jobs.measures.arrays import Numbers
from include.spark_jobs.measures.moments import NS_PER_SECOND
from include.spark_jobs.measures.rawcell import RawCell, numbers
from include.verdicts.scenarios.group_rebalance.ownership import Member

OWNERSHIP_RESULT = pa.schema(
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
"""A row for each row of ``ownership.parquet``, with times in s from the creation of the first timed message.

``messages`` is the number of messages that the consumer received from the partition in that time.
"""


def ownership_of(cell: RawCell) -> pa.Table | None:
    """The rows of ``ownership.parquet``; None for a cell of another scenario."""
    return cell.files.get(OWNERSHIP_FILE)


def ownership_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/ownership`` for a cell; none for a cell without messages."""
    ownership = ownership_of(cell)
    if ownership is None or not cell.created_ns.size:
        return OWNERSHIP_RESULT.empty_table()
    rows, first = ownership.to_pylist(), cell.load_began_ns
    columns = [
        [cell.manifest.cell.id for _ in rows],
        *([row[name] for row in rows] for name in ("consumer", "attempt", "partition")),
        [(row["from_ns"] - first) / NS_PER_SECOND for row in rows],
        [None if row["until_ns"] is None else (row["until_ns"] - first) / NS_PER_SECOND for row in rows],
        [row["ending"] for row in rows],
        messages_by_row(ownership, cell.received),
    ]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, OWNERSHIP_RESULT, strict=True)]
    return pa.Table.from_arrays(arrays, schema=OWNERSHIP_RESULT)


def messages_by_row(ownership: pa.Table, received: pa.Table) -> list[int]:
    """For each row, how many messages its consumer received from its partition.

    A row's messages are those from its beginning until the consumer owned the partition again, so that a
    message that was received just before a revocation, and processed after it, counts for the right row.
    """
    rows = ownership.to_pylist()
    owned = [((row["consumer"], row["attempt"]), row["partition"]) for row in rows]
    began = np.array([row["from_ns"] for row in rows], np.int64)
    counts = [0] * len(rows)
    for member, partition in {one for one in owned if one[1] is not None}:
        own_rows = [index for index, owner in enumerate(owned) if owner == (member, partition)]
        own_rows.sort(key=lambda index: int(began[index]))
        times = received_ns(received, member, partition)
        starts = np.searchsorted(times, began[own_rows])
        for index, count in zip(own_rows, np.diff([*starts, times.size]), strict=True):
            counts[index] = int(count)
    return counts


def received_ns(received: pa.Table, member: Member, partition: int | None = None) -> Numbers:
    """When a member received messages, or messages of one partition, in the order of time."""
    chosen = (numbers(received["consumer"]) == member[0]) & (numbers(received["attempt"]) == member[1])
    if partition is not None:
        chosen &= numbers(received["partition"]) == partition
    times: Numbers = np.sort(numbers(received["received_ns"])[chosen])
    return times
