"""The version of the tables of raw logs and results, as docs/tables.md describes them."""

TABLES_VERSION = 1
"""It changes when a column is renamed, removed or given another meaning."""

METADATA = {"kerran.tables_version": str(TABLES_VERSION)}
"""The metadata of the schema of each Parquet file of the results."""
