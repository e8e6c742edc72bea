"""From the rows that the module of a table makes for a cell to the table of the results."""

from typing import Any, TypeAlias

import pyarrow as pa

Row = dict[str, Any]

TableRows: TypeAlias = pa.Table | list[Row]
"""Rows of a cell without the column ``cell``, in any order of columns; none if the table does not apply.

Keys of a row that are no columns are ignored. Columns without a key are null.
"""


def whole_table(cell: str, rows: TableRows, schema: pa.Schema) -> pa.Table:
    """The rows of the cell with the name ``cell``, with all columns of the table."""
    if isinstance(rows, list):
        rows = pa.Table.from_pylist(rows, without_cell(schema))
    return rows.append_column("cell", pa.repeat(cell, rows.num_rows)).select(schema.names).cast(schema)


def without_cell(schema: pa.Schema) -> pa.Schema:
    """The columns of a table without the column ``cell``."""
    return schema.remove(schema.get_field_index("cell"))
