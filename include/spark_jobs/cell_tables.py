"""Tables of the results: rows as Arrow tables, and the tables that have rows of cells."""

from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa

from include.metrics.registry import COLUMNS
from include.spark_jobs.cell import MeasuredCell
from include.spark_jobs.cell_identity import IDENTITY
from include.spark_jobs.cell_measures import COUNTING_TABLES, result_tables

CELLS = "cells"


def cell_tables(cells: Sequence[MeasuredCell], attempts: Sequence[MeasuredCell] = ()) -> dict[str, pa.Table]:
    """The tables with rows of cells, by the names of their files; some have rows of other attempts too."""
    factors = factor_types(cell.factors for cell in cells)
    counted = {name: (*cells, *attempts) for name in COUNTING_TABLES}
    return {
        CELLS: table_of((cell.row() for cell in cells), cells_schema(factors)),
        **{name: _rows(name, schema, counted.get(name, cells)) for name, schema in result_tables().items()},
    }


def _rows(name: str, schema: pa.Schema, cells: Sequence[MeasuredCell]) -> pa.Table:
    """The rows of all cells in one table; empty where no cell has any."""
    own = [cell.tables[name] for cell in cells if name in cell.tables]
    return pa.concat_tables([schema.empty_table(), *own])


def cells_schema(factors: dict[str, pa.DataType]) -> pa.Schema:
    """Columns of ``results/cells``: the cell's identity, its factors and its metrics."""
    metrics = {
        column: pa.int64() if metric.is_whole_number else pa.float64() for column, metric in COLUMNS.items()
    }
    return pa.schema({**IDENTITY, **factors, **metrics})


def factor_types(factors: Iterable[dict[str, Any]]) -> dict[str, pa.DataType]:
    """A type for each factor: the type of its levels, or text where its levels have several types."""
    levels: dict[str, list[Any]] = {}
    for treatment in factors:
        for factor, level in treatment.items():
            levels.setdefault(factor, []).append(level)
    return {factor: _common_type(values) for factor, values in levels.items()}


def _common_type(levels: list[Any]) -> pa.DataType:
    try:
        return pa.array(levels).type  # infer_type would look at the first level alone
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
        return pa.string()


def table_of(rows: Iterable[dict[str, Any]], schema: pa.Schema) -> pa.Table:
    """Rows as a table; a value that a row does not have is null, and any value may be text.

    Raises:
        ValueError: a column of whole numbers has another number.
    """
    listed = list(rows)
    columns = {field.name: [_as(field, row.get(field.name)) for row in listed] for field in schema}
    return pa.table(columns, schema=schema)


def _as(field: pa.Field, value: Any) -> object:  # noqa: ANN401 - levels and metrics have several types
    """The value for the column; Arrow itself would cut the fraction off a number in a column of integers."""
    if value is None:
        return None
    if pa.types.is_integer(field.type) and value != int(value):
        raise ValueError(f"{field.name}: {value} is not a whole number")
    return str(value) if pa.types.is_string(field.type) else value
