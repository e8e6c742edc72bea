"""``results/strikes``: the requests that were struck, and what became of them."""

import pyarrow as pa
import pyarrow.compute as pc

from include.rawlog.schemas import STRIKES, STRIKES_FILE
from include.spark_jobs.measures.generator import NS_PER_MS
from include.spark_jobs.measures.rawcell import RawCell

_OF_RAW_LOG = (
    *("request", "outcome", "partitions", "messages", "act", "answer", "client", "version", "broker"),
    *("producer_id", "producer_epoch", "error_code"),
)

STRUCK = pa.schema(
    [
        pa.field("cell", pa.string()),
        *(STRIKES.field(name).with_nullable(True) for name in _OF_RAW_LOG),
        pa.field("held_ms", pa.float64()),
        pa.field("late_ms", pa.float64()),
    ]
)
"""A row for each request that was struck.

``held_ms`` is the time for which it was held, null where it was not, and ``late_ms`` the time from the answer
to the same request, sent again, until the held one went on.
"""


def struck_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/strikes`` for a cell; none in a cell without a proxy."""
    struck = cell.files.get(STRIKES_FILE)
    if struck is None:
        return STRUCK.empty_table()
    columns = {
        "cell": pa.array([cell.manifest.cell.id] * struck.num_rows, pa.string()),
        **{name: struck[name] for name in _OF_RAW_LOG},
        "held_ms": _milliseconds(struck, "struck_ns", "released_ns"),
        "late_ms": _milliseconds(struck, "again_answered_ns", "released_ns"),
    }
    return pa.table(columns, schema=STRUCK).combine_chunks()


def _milliseconds(struck: pa.Table, begin: str, end: str) -> pa.ChunkedArray:
    return pc.divide(pc.cast(pc.subtract(struck[end], struck[begin]), pa.float64()), NS_PER_MS)
