"""The version of the tables, which the results contain."""

import pyarrow as pa

TABLES_VERSION = 3
"""The version of the tables of raw logs and results, as docs/tables.md describes them.

The version changes when a column is renamed or removed, or gets another meaning.
"""

METADATA = {"kerran.tables_version": str(TABLES_VERSION)}
"""Metadata in the schema of every Parquet file of the results."""


def has_another_version(schema: pa.Schema) -> bool:
    """Whether a table of the results was written with another version of the tables."""
    metadata = schema.metadata or {}
    return any(
        metadata.get(name.encode(), value.encode()) != value.encode() for name, value in METADATA.items()
    )
