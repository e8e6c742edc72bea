"""``results/cells`` and ``results/attempts`` as Arrow tables, with a column for each factor.

Messages and violations are counted in every attempt that can be measured, even if the attempt is not the
measurement of its cell: a lost message is lost in any case. Times and rates are summarised only for
measurements of cells.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa

from include.kinds.metrics.registry import COLUMNS
from include.spark_jobs.results.cells_to_measure import Entry, Outcome
from include.spark_jobs.results.measured_cell import IDENTITY, MeasuredCell, RejectedCell
from include.spark_jobs.tables.schemas import TABLES

CELLS = "cells"
ATTEMPTS = "attempts"

NO_RAW_LOG = "it left no whole raw log"


def check_fit(cell: MeasuredCell) -> None:
    """Check that a cell's row fits into the columns of ``results/cells``.

    Raises:
        ValueError: A value does not fit.
    """
    table_of([cell.row()], cells_schema(factor_types([cell.factors])))


def cells_schema(factors: dict[str, pa.DataType]) -> pa.Schema:
    """Columns of ``results/cells``: the cell's identity, its factors and its metrics."""
    metrics = {
        column: pa.int64() if metric.is_whole_number else pa.float64() for column, metric in COLUMNS.items()
    }
    return pa.schema([*IDENTITY, *factors.items(), *metrics.items()])


def factor_types(factors: Iterable[dict[str, Any]]) -> dict[str, pa.DataType]:
    """A type for each factor: the type of its levels, or text if its levels have several types."""
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
    """Rows as a table. Missing values become null, and values of text columns are converted to text.

    Raises:
        ValueError: A value of an integer column is not a whole number.
    """
    row_list = list(rows)
    columns = {field.name: _column(field, [row.get(field.name) for row in row_list]) for field in schema}
    return pa.table(columns, schema=schema)


def _column(field: pa.Field, values: list[Any]) -> list[Any]:
    """The values of a column, as Arrow needs them.

    A fraction in an integer column is an error, because Arrow would remove the fraction silently.
    """
    if pa.types.is_integer(field.type):
        for value in values:
            if value is not None and value != int(value):
                raise ValueError(f"{field.name}: {value} is not a whole number")
    if pa.types.is_string(field.type):
        return [None if value is None else str(value) for value in values]
    return values


def attempts_schema(factors: dict[str, pa.DataType]) -> pa.Schema:
    """Columns of ``results/attempts``: all columns of ``results/cells``, how the attempt ended, and why."""
    return pa.schema([*cells_schema(factors), *TABLES[ATTEMPTS].schema])


def attempt_row(attempt: Entry, outcome: Outcome) -> dict[str, Any]:
    """An attempt as a flat row; without a measurement, the columns of treatment and metrics are null."""
    return {
        **(outcome.row() if isinstance(outcome, MeasuredCell) else {}),
        "cell": attempt.cell,
        "attempt": attempt.attempt,
        "ended": attempt.ended,
        "reason": "; ".join(filter(None, _reasons(attempt, outcome))),
    }


def _reasons(attempt: Entry, outcome: Outcome) -> Iterator[str]:
    """Yield why an attempt was repeated or failed. Also yield why it is invalid or was not measured."""
    yield attempt.failure
    if isinstance(outcome, MeasuredCell):
        yield from outcome.invalid_because
    if isinstance(outcome, RejectedCell):
        yield outcome.reason
    if outcome is None:
        yield NO_RAW_LOG
