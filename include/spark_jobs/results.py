"""Write the results of a run: tables as Parquet and CSV, and the cells that were left out."""

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from io import BytesIO, StringIO
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from include.metrics.registry import CELL_METRICS, SPAN_METRICS, Span
from include.spark_jobs.cell import MeasuredCell, RejectedCell
from include.spark_jobs.decile_rates import TENTH
from include.spark_jobs.scenarios.group_rebalance.ownership_rows import OWNED
from include.spark_jobs.summarise import Summary
from include.spark_jobs.timeline import TIMELINE, WINDOW
from include.spark_jobs.violations import VIOLATION
from include.storage.atomic_write import put
from include.storage.path import AnyPath

RESULTS_FOLDER = "results"
CELLS = "cells"
SUMMARY = "summary"
VIOLATIONS = "violations"
TIMELINES = "timelines"
WINDOWS = "faults"
OWNERSHIP = "ownership"
TENTHS = "tenths"
REJECTED_FILE = "rejected.json"

COUNTED = ("messages", "transactions", "requests", "programs", "partitions", "keys")
"""Units of metrics that are whole numbers in a cell, medians excepted."""
MEDIANS = ("transaction_messages",)


def write_results(
    run: AnyPath,
    cells: Sequence[MeasuredCell],
    summaries: Sequence[Summary],
    rejected: Sequence[RejectedCell],
) -> None:
    """Write all results of a run; a job that is killed meanwhile leaves no half file under its name."""
    results = run / RESULTS_FOLDER
    factors = _factor_types(cell.factors for cell in cells)
    tables = {
        CELLS: _table((cell.row() for cell in cells), cells_schema(factors)),
        SUMMARY: _table((summary.row() for summary in summaries), summary_schema(factors)),
        VIOLATIONS: pa.concat_tables([VIOLATION.empty_table(), *(cell.violations for cell in cells)]),
        TIMELINES: pa.concat_tables([TIMELINE.empty_table(), *(cell.timeline for cell in cells)]),
        WINDOWS: pa.concat_tables([WINDOW.empty_table(), *(cell.windows for cell in cells)]),
        OWNERSHIP: pa.concat_tables([OWNED.empty_table(), *(cell.owned for cell in cells)]),
        TENTHS: pa.concat_tables([TENTH.empty_table(), *(cell.tenths for cell in cells)]),
    }
    for name, table in tables.items():
        put(results / f"{name}.parquet", _parquet(table))
        put(results / f"{name}.csv", _csv(table))
    put(results / REJECTED_FILE, json.dumps([asdict(cell) for cell in rejected], indent=2))


def cells_schema(factors: dict[str, pa.DataType]) -> pa.Schema:
    """Columns of ``results/cells``: what the cell is, its factors, its metrics."""
    spans = {
        f"{span.column}_{metric}": _type(metric, unit)
        for span in Span
        for metric, unit in SPAN_METRICS.items()
    }
    whole = {metric: _type(metric, unit) for metric, unit in CELL_METRICS.items()}
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
    return pa.schema({**identity, **factors, **spans, **whole})


def summary_schema(factors: dict[str, pa.DataType]) -> pa.Schema:
    """Columns of ``results/summary``: the treatment, its factors, which metric, its median and interval."""
    words = dict.fromkeys(("span", "metric", "unit"), pa.string())
    values = dict.fromkeys(("median", "low", "high"), pa.float64())
    return pa.schema({"treatment": pa.string(), **factors, **words, **values, "n": pa.int64()})


def _type(metric: str, unit: str) -> pa.DataType:
    return pa.int64() if unit in COUNTED and metric not in MEDIANS else pa.float64()


def _factor_types(factors: Iterable[dict[str, Any]]) -> dict[str, pa.DataType]:
    """A type for every factor: that of its levels, or text where they are of several kinds."""
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
    """Numbers as Python writes them: the shortest form that reads back as the same number."""
    file = StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(table.column_names)
    writer.writerows(zip(*(column.to_pylist() for column in table.columns), strict=True))
    return file.getvalue()
