"""From measured cells to the summary: the median over repetitions, with its interval."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import median
from typing import Any

from include.metrics.metric import Metric
from include.metrics.registry import CELL_METRICS, SPAN_METRICS, Span
from include.spark_jobs.cell import MeasuredCell
from include.verdicts.validity import Validity

CONFIDENCE_LEFT_OUT = 20
"""One in so many intervals may miss the true median: 95 % confidence."""


@dataclass(frozen=True)
class Summary:
    """One metric of one treatment. ``low`` and ``high`` are None when ``n`` is too small for an interval."""

    treatment: str
    factors: dict[str, Any]
    span: str | None
    """None for metrics of a whole cell."""
    metric: str
    unit: str
    median: float | None
    low: float | None
    high: float | None
    n: int
    """Cells that have the metric."""

    def row(self) -> dict[str, Any]:
        """The summary as a flat row of ``results/summary``."""
        return {
            "treatment": self.treatment,
            **self.factors,
            "span": self.span,
            "metric": self.metric,
            "unit": self.unit,
            "median": self.median,
            "low": self.low,
            "high": self.high,
            "n": self.n,
        }


def summarise(cells: Iterable[MeasuredCell]) -> list[Summary]:
    """A summary for every treatment, span and metric, sorted by treatment, of the cells that are valid."""
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


def median_interval(ordered: Sequence[float]) -> tuple[float, float] | tuple[None, None]:
    """The distribution-free 95 % interval of the median: two of the ordered values, or none below six.

    The sign test inverted; the same as ``scipy.stats.quantile_test(…).confidence_interval()``, whose
    import would cost the job more time than the rest of the summary.
    """
    rank = interval_rank(len(ordered))
    return (ordered[rank - 1], ordered[-rank]) if rank else (None, None)


@cache
def interval_rank(n: int) -> int:
    """The rank, from 1, of the interval's ends counted from either side; 0 when n is too small.

    The k-th smallest of n values lies above the median with probability P(Binomial(n, 1/2) < k), which may
    be 2.5 % at most.
    """
    rank, outside = 0, 1
    while 2 * CONFIDENCE_LEFT_OUT * outside <= 2**n:
        rank += 1
        outside += math.comb(n, rank)
    return rank
