"""The columns of ``results/cells`` that say what a cell is and how it was judged."""

from collections.abc import Mapping

import pyarrow as pa

IDENTITY: Mapping[str, pa.DataType] = {
    "cell": pa.string(),
    "treatment": pa.string(),
    "block": pa.int64(),
    "order": pa.int64(),
    "attempt": pa.int64(),
    "start": pa.int64(),
    "release": pa.string(),
    "guarantee": pa.string(),
    "validity": pa.string(),
    "invalid_because": pa.string(),
    "broken_rules": pa.string(),
    "factors": pa.string(),
}
"""The types of the columns by their names. The cell's factors and metrics have columns of their own."""
