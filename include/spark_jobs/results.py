"""Write the results of a run: tables as Parquet and CSV, and the rejected cells as JSON."""

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from io import BytesIO, StringIO
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from include.metrics.registry import COLUMNS
from include.spark_jobs.cell import MeasuredCell, RejectedCell
from include.spark_jobs.cell_measures import result_tables
from include.spark_jobs.differences import DIFFERENCE
from include.spark_jobs.summarise import Summary
from include.storage.atomic_write import put
from include.storage.path import AnyPath

RESULTS_FOLDER = "results"
CELLS = "cells"
SUMMARY = "summary"
DIFFERENCES = "differences"
REJECTED_FILE = "rejected.json"


def write_results(
    run: AnyPath,
    cells: Sequence[MeasuredCell],
    summaries: Sequence[Summary],
    rejected: Sequence[RejectedCell],
    differences: Sequence[dict[str, Any]] = (),
) -> None:
    """Write all results of a run; a job that is killed meanwhile leaves no partial file under its name."""
    results = run / RESULTS_FOLDER
    factors = _factor_types(cell.factors for cell in cells)
    tables = {
        CELLS: _table((cell.row() for cell in cells), cells_schema(factors)),
        SUMMARY: _table((summary.row() for summary in summaries), summary_schema(factors)),
        DIFFERENCES: _table(differences, DIFFERENCE),
        **{name: _rows(name, schema, cells) for name, schema in result_tables().items()},
    }
    for name, table in tables.items():
        put(results / f"{name}.parquet", _parquet(table))
        put(results / f"{name}.csv", _csv(table))
    put(results / REJECTED_FILE, json.dumps([asdict(cell) for cell in rejected], indent=2))


def _rows(name: str, schema: pa.Schema, cells: Sequence[MeasuredCell]) -> pa.Table:
    """The rows of all cells in one table; empty where no cell has any."""
    own = [cell.tables[name] for cell in cells if name in cell.tables]
    return pa.concat_tables([schema.empty_table(), *own])


def cells_schema(factors: dict[str, pa.DataType]) -> pa.Schema:
    """Columns of ``results/cells``: the cell's identity, its factors and its metrics."""
    metrics = {
        column: pa.int64() if metric.is_whole_number else pa.float64() for column, metric in COLUMNS.items()
    }
    identity = {
        "cell": pa.string(),
        "treatment": pa.string(),
        "block": pa.int64(),
        "order": pa.int64(),
        "release": pa.string(),
        "guarantee": pa.string(),
        "validity": pa.string(),
        "invalid_because": pa.string(),
        "factors": pa.string(),
    }
    return pa.schema({**identity, **factors, **metrics})


def summary_schema(factors: dict[str, pa.DataType]) -> pa.Schema:
    """Columns of ``results/summary``: a treatment, its factors, a metric, its median and interval."""
    words = dict.fromkeys(("span", "metric", "unit"), pa.string())
    values = dict.fromkeys(("median", "low", "high"), pa.float64())
    return pa.schema({"treatment": pa.string(), **factors, **words, **values, "n": pa.int64()})


def _factor_types(factors: Iterable[dict[str, Any]]) -> dict[str, pa.DataType]:
    """A type for each factor: the type of its levels, or text where its levels have several types."""
    levels: dict[str, list[Any]] = {}
    for treatment in factors:
        for factor, level in treatment.items():
            levels.setdefault(factor, []).append(level)
    return {factor: _common_type(values) for factor, values in levels.items()}


def _common_type(levels: list[Any]) -> pa.DataType:
    try:
        return pa.array(levels).type  # infer_type would look at the first level alone
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return pa.string()


def _table(rows: Iterable[dict[str, Any]], schema: pa.Schema) -> pa.Table:
    listed = list(rows)
    columns = {field.name: [_as(field.type, row.get(field.name)) for row in listed] for field in schema}
    return pa.table(columns, schema=schema)


def _as(kind: pa.DataType, value: object) -> object:
    return str(value) if pa.types.is_string(kind) and value is not None else value


def _parquet(table: pa.Table) -> bytes:
    file = BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


def _csv(table: pa.Table) -> str:
    """The table as CSV. Numbers have the shortest form that reads back as the same number."""
    file = StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(table.column_names)
    writer.writerows(zip(*(column.to_pylist() for column in table.columns), strict=True))
    return file.getvalue()
