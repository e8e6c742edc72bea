"""The summary in plain Python, with which that of the Spark job is compared."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from include.median_interval import median_interval
from include.metrics.metric import Metric
from include.metrics.registry import CELL_METRICS, SPAN_METRICS, Span
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.validity import Validity


@dataclass(frozen=True)
class Summary:
    """A metric of a treatment: the median over its cells, and its 95 % interval (None below six cells)."""

    treatment: str
    factors: dict[str, Any]
    span: Span | None
    """None for metrics of a whole cell."""
    metric: str
    unit: str
    median: float | None
    low: float | None
    high: float | None
    n: int
    """How many cells have the metric."""


def summarise(cells: Iterable[MeasuredCell]) -> list[Summary]:
    """A summary for every treatment, span and metric, over the valid cells, sorted by treatment."""
    by_treatment: dict[str, list[MeasuredCell]] = {}
    for cell in cells:
        if cell.validity is Validity.VALID:
            by_treatment.setdefault(cell.treatment, []).append(cell)
    return [row for treatment in sorted(by_treatment) for row in _of_treatment(by_treatment[treatment])]


def _of_treatment(cells: Sequence[MeasuredCell]) -> Iterator[Summary]:
    for span in Span:
        for metric in SPAN_METRICS.values():
            yield _summary(cells, span, metric, f"{span.column}_{metric.name}")
    for metric in CELL_METRICS.values():
        yield _summary(cells, None, metric, metric.name)


def _summary(cells: Sequence[MeasuredCell], span: Span | None, metric: Metric, column: str) -> Summary:
    values = sorted(value for cell in cells if (value := cell.metrics[column]) is not None)
    low, high = median_interval(values)
    return Summary(
        treatment=cells[0].treatment,
        factors=cells[0].factors,
        span=span,
        metric=metric.name,
        unit=metric.unit,
        median=median(values) if values else None,
        low=low,
        high=high,
        n=len(values),
    )
