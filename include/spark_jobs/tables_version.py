"""The version of the tables of raw logs and results, as docs/tables.md describes them."""

import pyarrow as pa

TABLES_VERSION = 2
"""It changes when a column is renamed, removed or given another meaning."""

METADATA = {"kerran.tables_version": str(TABLES_VERSION)}
"""The metadata of the schema of each Parquet file of the results."""


def has_another_version(schema: pa.Schema) -> bool:
    """Return whether a table of the results names another version."""
    metadata = schema.metadata or {}
    return any(
        metadata.get(name.encode(), value.encode()) != value.encode() for name, value in METADATA.items()
    )
