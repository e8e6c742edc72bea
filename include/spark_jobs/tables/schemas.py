"""The tables of the results of every run; ``tables.toml`` describes their columns."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, TypeAlias

import pyarrow as pa

from include.rawlog import schemas
from include.rawlog.schemas_from_toml import TableSchema, read_tables
from include.spark_jobs.measures.rawcell import Metrics, RawCell

TABLES = read_tables(files(__package__) / "tables.toml", schemas.TABLES)
"""The tables by the names of their files."""

Row = dict[str, Any]

TableRows: TypeAlias = pa.Table | list[Row]
"""The rows of a cell, without the column ``cell``. The order of the columns does not matter.

There are no rows if the table does not apply to the cell. A key that is not the name of a column is ignored.
A column for which a row has no key is null.
"""


@dataclass(frozen=True)
class ScenarioMeasures:
    """What only one scenario measures."""

    metrics: Callable[[RawCell], Metrics]
    """The scenario's own metrics of a cell, by column."""
    tables: Mapping[str, TableSchema] = field(default_factory=dict)
    """The columns of its own tables, by the names of the tables' files in ``results/``."""
    rows: Mapping[str, Callable[[RawCell], TableRows]] = field(default_factory=dict)
    """The function that makes a cell's rows of each of these tables."""


def whole_table(cell: str, rows: TableRows, schema: pa.Schema) -> pa.Table:
    """The rows of a cell with all columns of the table. ``cell`` is the name of the cell."""
    if isinstance(rows, list):
        rows = pa.Table.from_pylist(rows, without_cell(schema))
    return rows.append_column("cell", pa.repeat(cell, rows.num_rows)).select(schema.names).cast(schema)


def without_cell(schema: pa.Schema) -> pa.Schema:
    """The columns of a table without the column ``cell``."""
    return schema.remove(schema.get_field_index("cell"))
