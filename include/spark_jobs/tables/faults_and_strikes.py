"""``results/faults``: when each fault began and ended. ``results/strikes``: the struck requests."""

import pyarrow as pa
import pyarrow.compute as pc

from include.rawlog.schemas import STRIKES, STRIKES_FILE
from include.spark_jobs.measures.generator import NS_PER_MS
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.schemas import TABLES, TableRows


def window_rows(cell: RawCell) -> TableRows:
    """The rows of ``results/faults`` for a cell."""
    return [
        {
            **row,
            "began": cell.seconds(row["began_ns"]),
            "ended": cell.seconds(row["ended_ns"]),
            "began_utc": cell.utc(row["began_ns"]),
        }
        for row in cell.faults.to_pylist()
    ]


def struck_rows(cell: RawCell) -> TableRows:
    """The rows of ``results/strikes`` for a cell; none in a cell without a proxy."""
    strikes = cell.files.get(STRIKES_FILE)
    if strikes is None:
        return []
    columns = [name for name in TABLES["strikes"].schema.names if name in STRIKES.names]
    rows = strikes.select(columns)
    rows = rows.append_column("held_ms", _milliseconds(strikes, "struck_ns", "released_ns"))
    return rows.append_column("late_ms", _milliseconds(strikes, "again_answered_ns", "released_ns"))


def _milliseconds(strikes: pa.Table, begin: str, end: str) -> pa.ChunkedArray:
    return pc.divide(pc.cast(pc.subtract(strikes[end], strikes[begin]), pa.float64()), NS_PER_MS)
