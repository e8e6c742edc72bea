"""Raw logs of old runs are measured as they were: the same results, bit for bit after the renames."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from include.metrics.registry import COLUMNS
from include.rawlog.manifest import read_manifest
from include.rawlog.reader import check
from include.spark_jobs.cell import measure_cell
from tests.golden.differences import differences
from tests.old_runs.renamed import renamed, renamed_columns
from tests.old_runs.runs import FOLDER, NAMES, copy_of, expected
from tests.renames import new_names

SHOWN = 20
"""The most differences that a failure lists."""


Tables = dict[str, list[dict[str, Any]]]


def tables(results: Path) -> Tables:
    return {path.stem: pq.read_table(path).to_pylist() for path in sorted(results.glob("*.parquet"))}


@pytest.mark.parametrize("name", NAMES)
def test_the_results_are_the_same(measured: dict[str, Path], name: str) -> None:
    before = dict(renamed(table, rows) for table, rows in tables(expected(name)).items())
    now = without_metrics(old_tables(measured[name] / "results", before), new_metrics(before["cells"]))
    found = [f"{name}: {line}" for line in islice(differences(as_text(before), as_text(now)), SHOWN)]
    assert not found, "\n".join(found)


def old_tables(results: Path, before: Tables) -> Tables:
    """The tables of results but those, and the columns, that there were none of."""
    return {
        name: [{column: row[column] for column in row if not is_new(f"{name}.{column}", old)} for row in rows]
        for name, rows in tables(results).items()
        if name not in new_names("results table")
        for old in [before[name]]
    }


def is_new(column: str, before: list[dict[str, Any]]) -> bool:
    """Whether a column, as ``table.column``, is documented as new, and these rows do not have it."""
    listed = column in new_names("results column")
    return listed and not any(column.partition(".")[2] in row for row in before)


def new_metrics(cells: list[dict[str, Any]]) -> set[str]:
    """The metrics that did not exist when these cells were measured."""
    return {metric.name for column, metric in COLUMNS.items() if cells and column not in cells[0]}


def without_metrics(tables: Tables, metrics: set[str]) -> Tables:
    """The tables without the columns of these metrics, and without their summaries."""
    columns = {column for column, metric in COLUMNS.items() if metric.name in metrics}
    cells = [{name: value for name, value in row.items() if name not in columns} for row in tables["cells"]]
    return {
        **tables,
        "cells": cells,
        "summary": [row for row in tables["summary"] if row["metric"] not in metrics],
    }


def as_text(tables: Tables) -> dict[str, Any]:
    """The tables with each value as Python writes it, so that NaN is NaN and 1 is not 1.0."""
    return {
        name: [{column: repr(value) for column, value in row.items()} for row in rows]
        for name, rows in tables.items()
    }


def test_the_cold_brokers_of_a_short_run_make_its_cells_invalid_now() -> None:
    cell = FOLDER / "quick" / "cells" / "at-least-once.1024B.r01"
    assert measure_cell(cell).invalid_because == [
        "46% of the brokers' CPU time went into compiling them; 35% at most"
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_columns_and_their_types_are_the_same(measured: dict[str, Path], name: str) -> None:
    before = {
        column: kind
        for path in sorted(expected(name).glob("*.parquet"))
        for column, kind in renamed_columns(path.stem, types_of(path)).items()
    }
    now = {
        f"{path.stem}.{column}": kind
        for path in sorted((measured[name] / "results").glob("*.parquet"))
        for column, kind in types_of(path).items()
        if path.stem not in new_names("results table")
    }
    metrics = {f"cells.{column}" for column in COLUMNS if f"cells.{column}" not in before}
    new = new_names("results column") | metrics
    assert {column: kind for column, kind in now.items() if column not in new} == before


def types_of(table: Path) -> dict[str, str]:
    schema = pq.read_schema(table)
    return {field.name: str(field.type) for field in schema}


@pytest.mark.parametrize("name", NAMES)
def test_the_same_cells_are_rejected(measured: dict[str, Path], name: str) -> None:
    before = json.loads((expected(name) / "rejected.json").read_text())
    assert json.loads((measured[name] / "results" / "rejected.json").read_text()) == before


@pytest.mark.parametrize("name", NAMES)
def test_every_file_of_a_cell_still_matches_its_manifest(tmp_path: Path, name: str) -> None:
    for manifest in sorted(copy_of(name, tmp_path).glob("*/*/manifest.json")):
        assert check(manifest.parent) == read_manifest(manifest.parent)
