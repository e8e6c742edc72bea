"""``results/faults``: when each fault began and ended."""

import pyarrow as pa

from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.schemas import TABLES

WINDOW = TABLES["faults"].schema


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
