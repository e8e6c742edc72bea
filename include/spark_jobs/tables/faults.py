"""``results/faults``: when each fault began and ended."""

import pyarrow as pa

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
    rows = [
        {
            **row,
            "cell": cell.manifest.cell.id,
            "began": cell.seconds(row["began_ns"]),
            "ended": cell.seconds(row["ended_ns"]),
        }
        for row in cell.faults.to_pylist()
    ]
    return pa.Table.from_pylist(rows, WINDOW)
