from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from include.metrics.registry import COLUMNS
from include.spark_jobs.results.entries import Entry, Outcome, batch_of, row_of
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from include.spark_jobs.results.summary import SUMMARISED, summaries, summary_rows
from include.verdicts.guarantee import Verdict
from tests.spark_jobs.without_spark import summarised

pytestmark = pytest.mark.spark


def cell(treatment: str, block: int, lost: float | None, **metrics: float) -> MeasuredCell:
    measured = {**dict.fromkeys(COLUMNS, None), "lost": lost, **metrics}
    return MeasuredCell(
        f"{treatment}.r{block}", treatment, block, block, "4.3.1", Verdict.KEPT, {"size": 1}, measured
    )


def summed_up(
    spark: SparkSession, *outcomes: Outcome, run: str = "run", number: int | None = None
) -> pa.Table:
    """The summaries of entries of which these are the outcomes."""
    entries = [Entry(run, "a", "folder", number, place=place) for place in range(len(outcomes))]
    rows = [row_of(*pair) for pair in zip(entries, outcomes, strict=True)]
    return summaries(spark.createDataFrame(pa.Table.from_batches([batch_of(rows)]))).toArrow()


def test_the_summary_is_the_median_over_the_valid_cells_that_have_the_metric(spark: SparkSession) -> None:
    crowded = replace(cell("crowded", 2, 100), invalid_because=["others took 31% of the CPU; 25% at most"])
    table = summed_up(
        spark,
        *(cell("repeated", block, lost) for block, lost in enumerate([5, 1, 3])),
        *(cell("partly", block, lost) for block, lost in enumerate([4, None, 2])),
        cell("never", 1, None),
        *(cell("crowded", 1, 4), crowded, RejectedCell("crowded", "broken"), None),
    )
    rows = (row for row in table.to_pylist() if row["column"] == "lost")
    assert {row["treatment"]: (row["median"], row["low"], row["high"], row["n"]) for row in rows} == {
        "repeated": (3, None, None, 3),
        "partly": (3, None, None, 2),
        "never": (None, None, None, 0),
        "crowded": (4, None, None, 1),
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
    assert summed_up(spark, *cells).cast(SUMMARISED).sort_by(order).equals(expected)


def test_other_attempts_do_not_count(spark: SparkSession) -> None:
    assert summed_up(spark, cell("a", 1, 4), number=1).num_rows == 0


def test_rows_have_every_metric_of_every_treatment_in_their_order() -> None:
    cells = [cell("b", 1, 0), cell("a", 1, 0)]
    rows = summary_rows(summarised(Path("run"), cells), [("a", {"size": 3}), ("b", {"size": 1})])
    assert [row["treatment"] for row in rows] == ["a"] * len(COLUMNS) + ["b"] * len(COLUMNS)
    assert [row["column"] for row in rows[: len(COLUMNS)]] == [row["column"] for row in rows[len(COLUMNS) :]]
    assert {row["size"] for row in rows[: len(COLUMNS)]} == {3}
