"""``results/strikes``: the struck requests, and what happened to them."""

import pyarrow as pa
import pyarrow.compute as pc

from include.rawlog.schemas import STRIKES, STRIKES_FILE
from include.spark_jobs.measures.generator import NS_PER_MS
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.schemas import TABLES

STRUCK = TABLES["strikes"].schema


def struck_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/strikes`` for a cell; none in a cell without a proxy."""
    strikes = cell.files.get(STRIKES_FILE)
    if strikes is None:
        return STRUCK.empty_table()
    columns = {
        "cell": pa.array([cell.manifest.cell.id] * strikes.num_rows, pa.string()),
        **{name: strikes[name] for name in STRUCK.names if name in STRIKES.names},
        "held_ms": _milliseconds(strikes, "struck_ns", "released_ns"),
        "late_ms": _milliseconds(strikes, "again_answered_ns", "released_ns"),
    }
    return pa.table(columns, schema=STRUCK).combine_chunks()


def _milliseconds(strikes: pa.Table, begin: str, end: str) -> pa.ChunkedArray:
    return pc.divide(pc.cast(pc.subtract(strikes[end], strikes[begin]), pa.float64()), NS_PER_MS)
