"""Read the schemas of tables, and the meanings of their columns, from the TOML files that describe them."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable

import pyarrow as pa

TYPES: Mapping[str, pa.DataType] = {
    **{str(number): number for number in (pa.int16(), pa.int32(), pa.int64(), pa.float64(), pa.bool_())},
    "text": pa.string(),
    "word": pa.dictionary(pa.int8(), pa.string()),
}
"""The types of columns, by the names of the types in the TOML files. A column of type ``word`` has few
different texts."""


@dataclass(frozen=True)
class TableSchema:
    """The columns of a table, and their meanings."""

    rows: str
    """The meaning of the table's rows, in sentences."""
    schema: pa.Schema
    meanings: Mapping[str, str]
    """The meanings of the columns, in sentences. The Parquet files do not contain the meanings."""


@dataclass(frozen=True)
class _Column:
    """A column as a TOML file describes it."""

    table: str
    name: str
    null: bool
    like: str = ""
    type: str = ""
    meaning: str = ""

    def completed(self, tables: Mapping[str, TableSchema]) -> tuple[pa.Field, str]:
        """The field and its meaning. A missing type or meaning is taken from the table ``like``."""
        if self.type and self.type not in TYPES:
            column, types = f"{self.table}: {self.name}", ", ".join(TYPES)
            raise ValueError(f"{column}: there is no type {self.type!r}; choose from {types}")
        data_type = TYPES[self.type] if self.type else tables[self.like].schema.field(self.name).type
        meaning = self.meaning or tables[self.like].meanings[self.name]
        return pa.field(self.name, data_type, nullable=self.null), meaning


def read_tables(file: Traversable, others: Mapping[str, TableSchema] | None = None) -> dict[str, TableSchema]:
    """The tables that a file describes, by their names.

    Args:
        file: The file, which may be in an archive.
        others: Tables of other files, to which ``like`` may refer.

    Raises:
        ValueError: A column has an unknown type.
        TypeError: A column has no name, or an unknown key.
        KeyError: ``like`` refers to a table or a column that does not exist.
    """
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    may_be_null = content.pop("null", False)
    tables = dict(others or {})
    for name, table in content.items():
        columns = [_Column(**{"table": name, "null": may_be_null, **column}) for column in table["columns"]]
        tables[name] = _table(table["rows"], [column.completed(tables) for column in columns])
    return {name: tables[name] for name in content}


def _table(rows: str, columns: Sequence[tuple[pa.Field, str]]) -> TableSchema:
    meanings = {field.name: meaning for field, meaning in columns}
    return TableSchema(rows, pa.schema([field for field, _ in columns]), meanings)
