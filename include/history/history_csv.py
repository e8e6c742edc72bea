"""Every figure of a history as CSV: a row for each run, treatment and metric, measured or as a ratio."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from include.history.comparable_runs import ComparableRuns
from include.history.series import MetricSeries
from include.report.ratios import BASELINE

COLUMNS = (
    "lineage",
    "run",
    "created",
    "release",
    "treatment",
    "span",
    "metric",
    "unit",
    "ratio_to",
    "median",
    "low",
    "high",
    "n",
    "change_point",
)
"""``lineage`` numbers the groups of comparable runs, from 1. ``ratio_to`` is empty for measured values, and
then ``unit`` is the unit of median, low and high. ``change_point`` is the share by which the series changed
at this run; it is empty where the series did not change."""


def history_csv(groups: Iterable[ComparableRuns], series: Iterable[Iterable[MetricSeries]]) -> str:
    """All figures, after a line of column names."""
    file = StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, (group, own) in enumerate(zip(groups, series, strict=True), start=1):
        writer.writerows((number, *row) for one in own for row in _rows(group, one))
    return file.getvalue()


def _rows(group: ComparableRuns, series: MetricSeries) -> Iterator[tuple[object, ...]]:
    metric = series.metric
    changes = {change.index: change.change for change in series.changes}
    unit, ratio_to = ("", BASELINE) if series.is_cost else (metric.unit, "")
    for index, point in series.points.items():
        run = group.runs[index]
        yield (
            run.name,
            run.created.isoformat(),
            run.release,
            series.treatment.id,
            metric.span.value,
            metric.metric,
            unit,
            ratio_to,
            point.median,
            point.low,
            point.high,
            point.n,
            changes.get(index),
        )
