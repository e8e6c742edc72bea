"""Write the results of a run: tables as Parquet and CSV, and the rejected cells as JSON."""

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict
from io import BytesIO, StringIO
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from include.spark_jobs.attempt_results import ATTEMPTS, AttemptResult, attempts_schema
from include.spark_jobs.cell import MeasuredCell, RejectedCell
from include.spark_jobs.cell_tables import cell_tables, factor_types, table_of
from include.spark_jobs.differences import DIFFERENCE
from include.spark_jobs.summarise import Summary
from include.storage.atomic_write import put
from include.storage.path import AnyPath

RESULTS_FOLDER = "results"
SUMMARY = "summary"
DIFFERENCES = "differences"
REJECTED_FILE = "rejected.json"


def write_results(
    run: AnyPath,
    cells: Sequence[MeasuredCell],
    summaries: Sequence[Summary],
    rejected: Sequence[RejectedCell],
    differences: Sequence[dict[str, Any]] = (),
    attempts: Sequence[AttemptResult] = (),
) -> None:
    """Write all results of a run; a job that is killed meanwhile leaves no partial file under its name."""
    results = run / RESULTS_FOLDER
    counted = [one.measured for one in attempts if one.measured]
    factors = factor_types(cell.factors for cell in (*cells, *counted))
    tables = {
        **cell_tables(cells, counted),
        ATTEMPTS: table_of((attempt.row() for attempt in attempts), attempts_schema(factors)),
        SUMMARY: table_of((summary.row() for summary in summaries), summary_schema(factors)),
        DIFFERENCES: table_of(differences, DIFFERENCE),
    }
    for name, table in tables.items():
        put(results / f"{name}.parquet", _parquet(table))
        put(results / f"{name}.csv", _csv(table))
    put(results / REJECTED_FILE, json.dumps([asdict(cell) for cell in rejected], indent=2))


def summary_schema(factors: dict[str, pa.DataType]) -> pa.Schema:
    """Columns of ``results/summary``: a treatment, its factors, a metric, its median and interval."""
    words = dict.fromkeys(("span", "metric", "unit"), pa.string())
    values = dict.fromkeys(("median", "low", "high"), pa.float64())
    first = {"median_of_first_attempts": pa.float64(), "n_first_attempts": pa.int64()}
    return pa.schema({"treatment": pa.string(), **factors, **words, **values, "n": pa.int64(), **first})


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
