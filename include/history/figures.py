"""Every figure of a history as CSV: a row a run, treatment and quantity, measured or as a ratio."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from include.history.comparable_runs import Lineage
from include.history.series import Series
from include.report.sections.cost.cost import BASELINE

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
"""``lineage`` counts from 1; runs of different ones can't be compared. ``ratio_to`` is empty for what was
measured, and then ``unit`` is that of median, low and high. ``change_point`` is the share by which the series
changed at this run, empty where it didn't."""


def figures(lineages: Iterable[Lineage], series: Iterable[Iterable[Series]]) -> str:
    """All of them, with a line of heads."""
    file = StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, (lineage, of_it) in enumerate(zip(lineages, series, strict=True), start=1):
        writer.writerows((number, *row) for one in of_it for row in _rows(lineage, one))
    return file.getvalue()


def _rows(lineage: Lineage, series: Series) -> Iterator[tuple[object, ...]]:
    quantity = series.quantity
    changes = {change.place: change.change for change in series.changes}
    unit, ratio_to = ("", BASELINE) if series.is_cost else (quantity.unit, "")
    for place, point in series.points.items():
        run = lineage.runs[place]
        yield (
            run.name,
            run.created.isoformat(),
            run.release,
            series.treatment.id,
            quantity.span.value,
            quantity.metric,
            unit,
            ratio_to,
            point.median,
            point.low,
            point.high,
            point.n,
            changes.get(place),
        )
