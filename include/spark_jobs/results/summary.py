"""The summary of measured cells: the median over repetitions, with its interval."""

from collections.abc import Iterable
from statistics import median
from typing import Any

import pyarrow as pa

from include.kinds.grouping import grouped
from include.kinds.metrics.registry import COLUMNS, span_of
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.spark_jobs.tables.schemas import TABLES
from include.verdicts.comparison.median_interval import median_interval
from include.verdicts.validity import Validity

SUMMARY = "summary"


def summary_schema(factors: dict[str, pa.DataType]) -> pa.Schema:
    """Columns of ``results/summary``: a treatment, its factors, a metric, its median and interval."""
    treatment, *others = TABLES[SUMMARY].schema
    return pa.schema([treatment, *factors.items(), *others])


def summary_rows(cells: Iterable[MeasuredCell]) -> list[dict[str, Any]]:
    """The rows of ``results/summary``, by treatment and metric.

    Each row is a median over the valid cells that have the metric. The 95 % interval of a median is None with
    fewer than six cells.
    """
    valid = (cell for cell in cells if cell.validity is Validity.VALID)
    by_treatment = grouped(valid, lambda cell: cell.treatment)
    return [_row(by_treatment[name], column) for name in sorted(by_treatment) for column in COLUMNS]


def _row(cells: list[MeasuredCell], column: str) -> dict[str, Any]:
    metric = COLUMNS[column]
    values = sorted(value for cell in cells if (value := cell.metrics[column]) is not None)
    low, high = median_interval(values)
    return {
        "treatment": cells[0].treatment,
        **cells[0].factors,
        "span": span_of(column),
        "metric": metric.name,
        "unit": metric.unit,
        "median": median(values) if values else None,
        "low": low,
        "high": high,
        "n": len(values),
    }
