"""From measured cells to the summary: the median over repetitions, with its interval, computed by Spark."""

from collections.abc import Iterable
from typing import Any

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f

from include.median_interval import interval_rank
from include.metrics.registry import COLUMNS, span_of

SUMMARISED = pa.schema(
    {
        "run": pa.string(),
        "treatment": pa.string(),
        "column": pa.string(),
        **dict.fromkeys(("median", "low", "high"), pa.float64()),
        "n": pa.int64(),
    }
)
"""A row for each treatment of a run and each column of ``results/cells`` that is a metric: the median over
its valid cells, its 95 % interval (null below six cells), and how many cells have the metric."""


SUMMARY = "summary"


def summary_schema(factors: dict[str, pa.DataType]) -> pa.Schema:
    """Columns of ``results/summary``: a treatment, its factors, a metric, its median and interval."""
    words = dict.fromkeys(("span", "metric", "unit"), pa.string())
    values = dict.fromkeys(("median", "low", "high"), pa.float64())
    return pa.schema({"treatment": pa.string(), **factors, **words, **values, "n": pa.int64()})


def summaries(measured: DataFrame) -> DataFrame:
    """The summaries of all runs, as ``SUMMARISED``, from ``MEASURED_ROW``."""
    valid = measured.where(f.col("treatment").isNotNull())
    values = valid.select("run", "treatment", f.explode("metrics").alias("column", "value"))
    ordered = values.groupBy("run", "treatment", "column").agg(_ordered(f.col("value")).alias("values"))
    rank = f.udf(lambda n: interval_rank(n), "int")
    ranked = ordered.withColumn("rank", rank(f.size("values")))
    return ranked.select(
        "run",
        "treatment",
        "column",
        _median("values").alias("median"),
        _at("values", f.col("rank")).alias("low"),
        _at("values", f.size("values") + 1 - f.col("rank")).alias("high"),
        f.size("values").cast("bigint").alias("n"),
    )


def _ordered(value: Column) -> Column:
    """All values that are not null, ascending."""
    return f.array_sort(f.collect_list(value))


def _median(values: str) -> Column:
    """The median of ascending values; null of none."""
    size = f.size(values)
    lower, upper = ((size + 1) / 2).cast("int"), (size / 2 + 1).cast("int")
    middle = (f.element_at(values, lower) + f.element_at(values, upper)) / 2
    return f.when(size > 0, middle)


def _at(values: str, rank: Column) -> Column:
    """The value of a rank, counted from 1; null where the interval's rank is 0, because it has no ends."""
    return f.when(f.col("rank") > 0, f.element_at(values, rank.cast("int")))


def summary_rows(summaries: pa.Table, factors: Iterable[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """The rows of ``results/summary``: by treatment, and the metrics in their order.

    Args:
        summaries: The summaries of a run, as ``SUMMARISED``.
        factors: The treatments of the run, with their factors.
    """
    by_treatment, places = dict(factors), {column: place for place, column in enumerate(COLUMNS)}
    rows = sorted(summaries.to_pylist(), key=lambda row: (row["treatment"], places[row["column"]]))
    return [{**by_treatment[row["treatment"]], **row, **_names(row["column"])} for row in rows]


def _names(column: str) -> dict[str, Any]:
    metric = COLUMNS[column]
    return {"span": span_of(column), "metric": metric.name, "unit": metric.unit}
