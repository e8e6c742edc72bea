"""The summary that Spark computes, beside one in plain Python."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from include.metrics.registry import COLUMNS
from include.spark_jobs.results.entries import Entry
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from include.spark_jobs.results.measured_rows import Outcome, batch_of, row_of
from include.spark_jobs.results.summary import SUMMARISED, summaries, summary_rows
from include.verdicts.guarantee import Verdict
from tests.spark_jobs.without_spark import summarised

pytestmark = pytest.mark.spark


def cell(treatment: str, block: int, lost: float | None, **metrics: float) -> MeasuredCell:
    measured = {**dict.fromkeys(COLUMNS, None), "lost": lost, **metrics}
    return MeasuredCell(
        f"{treatment}.r{block}", treatment, block, block, "4.3.1", Verdict.KEPT, {"size": 1}, measured
    )


def found(spark: SparkSession, *outcomes: Outcome, run: str = "run", number: int | None = None) -> pa.Table:
    """The summaries of entries of which these are the outcomes."""
    entries = [Entry(run, "a", "folder", number, place=place) for place in range(len(outcomes))]
    rows = [row_of(*pair) for pair in zip(entries, outcomes, strict=True)]
    return summaries(spark.createDataFrame(pa.Table.from_batches([batch_of(rows)]))).toArrow()


def of_lost(table: pa.Table) -> dict[str, Any]:
    (row,) = [row for row in table.to_pylist() if row["column"] == "lost"]
    return {name: value for name, value in row.items() if name not in ("run", "treatment", "column")}


def test_the_summary_is_the_median_over_the_repetitions(spark: SparkSession) -> None:
    assert of_lost(found(spark, *(cell("a", block, lost) for block, lost in enumerate([5, 1, 3])))) == {
        "median": 3,
        "low": None,
        "high": None,
        "n": 3,
    }


def test_it_has_every_figure_that_plain_python_computes(spark: SparkSession) -> None:
    chance = np.random.default_rng(17)
    cells = [
        replace(
            cell(treatment, block, int(chance.integers(9)), broker_cpu_time=float(chance.lognormal())),
            attempt=int(chance.integers(1, 3)),
        )
        for treatment, blocks in (("a", 1), ("b", 6), ("c", 7), ("d", 40))
        for block in range(blocks)
    ]
    order = [("treatment", "ascending"), ("column", "ascending")]
    expected = summarised(Path("run"), cells).sort_by(order)
    assert found(spark, *cells).cast(SUMMARISED).sort_by(order).equals(expected)


def test_cells_without_the_metric_do_not_count(spark: SparkSession) -> None:
    summary = of_lost(found(spark, cell("a", 1, 4), cell("a", 2, None), cell("a", 3, 2)))
    assert (summary["median"], summary["n"]) == (3, 2)


def test_a_metric_that_no_cell_has_is_empty(spark: SparkSession) -> None:
    summary = of_lost(found(spark, cell("a", 1, None)))
    assert (summary["median"], summary["n"]) == (None, 0)


def test_invalid_and_rejected_cells_do_not_count(spark: SparkSession) -> None:
    crowded = replace(cell("a", 2, 100), invalid_because=["others took 31% of the CPU; 25% at most"])
    summary = of_lost(found(spark, cell("a", 1, 4), crowded, RejectedCell("a", "broken"), None))
    assert (summary["median"], summary["n"]) == (4, 1)


def test_other_attempts_do_not_count(spark: SparkSession) -> None:
    assert found(spark, cell("a", 1, 4), number=1).num_rows == 0


def test_rows_have_every_metric_of_every_treatment_in_their_order() -> None:
    cells = [cell("b", 1, 0), cell("a", 1, 0)]
    rows = summary_rows(summarised(Path("run"), cells), [("a", {"size": 3}), ("b", {"size": 1})])
    assert [row["treatment"] for row in rows] == ["a"] * len(COLUMNS) + ["b"] * len(COLUMNS)
    assert [row["column"] for row in rows[: len(COLUMNS)]] == [row["column"] for row in rows[len(COLUMNS) :]]
    assert {row["size"] for row in rows[: len(COLUMNS)]} == {3}
