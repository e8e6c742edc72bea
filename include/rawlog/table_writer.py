"""Write a file of a raw log. Load programs import this module, so it imports nothing of the manifest."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq


def write_table(path: Path, table: pa.Table) -> None:
    """Write one file of a raw log.

    Nearly every column is a counter or a time. Stored as differences, these take a quarter of the space, and
    less time to write, to check and to read. Nothing searches a file by value, so it has no statistics.
    """
    pq.write_table(
        table,
        path,
        compression="lz4",
        use_dictionary=[field.name for field in table.schema if pa.types.is_dictionary(field.type)],
        column_encoding={
            field.name: "DELTA_BINARY_PACKED" for field in table.schema if pa.types.is_integer(field.type)
        },
        write_statistics=False,
    )
