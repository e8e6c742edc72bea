"""``results/faults``: when each fault began and ended."""

import pyarrow as pa

from include.spark_jobs.measures.moments import NS_PER_SECOND
from include.spark_jobs.measures.rawcell import RawCell

WINDOW = pa.schema(
    [
        pa.field("cell", pa.string()),
        pa.field("fault", pa.string()),
        pa.field("target", pa.string()),
        pa.field("began", pa.float64()),
        pa.field("ended", pa.float64()),
        pa.field("packets_seen", pa.int64()),
        pa.field("packets_dropped", pa.int64()),
    ]
)
"""A row for each fault window.

Times are in s from the creation of the first timed message; packets are counted as in ``faults.parquet``.
"""


def window_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/faults`` for a cell."""
    first = cell.load_began_ns
    rows = cell.faults.to_pylist()
    columns = [
        pa.array([cell.manifest.cell.id for _ in rows], pa.string()),
        pa.array([row["fault"] for row in rows], pa.string()),
        pa.array([row["target"] for row in rows], pa.string()),
        pa.array([(row["began_ns"] - first) / NS_PER_SECOND for row in rows], pa.float64()),
        pa.array([_seconds(row["ended_ns"], first) for row in rows], pa.float64()),
        *(cell.faults[name].combine_chunks() for name in ("packets_seen", "packets_dropped")),
    ]
    return pa.Table.from_arrays(columns, schema=WINDOW)


def _seconds(ended_ns: int | None, first: int) -> float | None:
    return None if ended_ns is None else (ended_ns - first) / NS_PER_SECOND
