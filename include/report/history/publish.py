"""Publish the history of an experiment as HTML, as Markdown, and as a CSV table of all values."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

from include.machine.storage.atomic_write import put
from include.machine.storage.path import AnyPath
from include.plan.run_id import HISTORY
from include.report.history.comparable_runs import Axis, ComparableRuns, group_runs
from include.report.history.history_model import build_history
from include.report.history.past_runs import read_past_runs
from include.report.history.series import MetricSeries, all_series
from include.report.pages.page import write_page
from include.verdicts.comparison.samples import Kind

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
    "difference_from",
    "median",
    "low",
    "high",
    "n",
    "change_point",
)
"""``lineage`` is the number of a group of comparable runs, counted from 1. For a cost, ``ratio_to`` or
``difference_from`` contains the reference. For measured values, both are empty. ``unit`` is the unit of
median, low and high; it is empty for a ratio. ``change_point`` is the relative change of the series at this
run. It is empty if the run is no change point."""

TEMPLATES = Path(__file__).parent / "templates"


def publish(runs: AnyPath, experiment: str, axis: Axis | None = None) -> AnyPath:
    """Write ``history/<experiment>/`` in a folder of runs, and return the path of the page."""
    run_groups = group_runs(read_past_runs(runs, experiment), axis)
    series = [all_series(group) for group in run_groups.groups]
    history = build_history(experiment, run_groups, series)
    folder = runs / HISTORY / experiment
    put(folder / "history.csv", history_csv(run_groups.groups, series))
    write_page(folder / "history.md", TEMPLATES / "history.md.jinja", history=history)
    return write_page(folder / "index.html", TEMPLATES / "history.html.jinja", history=history)


def history_csv(groups: Iterable[ComparableRuns], series: Iterable[Iterable[MetricSeries]]) -> str:
    """All values of a history as CSV, after a line of column names."""
    file = StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, (group, group_series) in enumerate(zip(groups, series, strict=True), start=1):
        writer.writerows(
            (number, *row) for metric_series in group_series for row in _rows(group, metric_series)
        )
    return file.getvalue()


def _rows(group: ComparableRuns, series: MetricSeries) -> Iterator[tuple[object, ...]]:
    quantity, reference = series.quantity, series.reference
    changes = {change.index: change.change for change in series.changes}
    is_ratio = quantity.kind is Kind.RATIO and reference is not None
    beside = reference.id if reference else ""
    for index, point in series.points.items():
        run = group.runs[index]
        yield (
            run.name,
            run.plan.created.isoformat(),
            run.plan.release,
            series.treatment.id,
            quantity.span.value if quantity.span else "",
            quantity.metric.name,
            "" if is_ratio else quantity.unit,
            beside if is_ratio else "",
            "" if is_ratio else beside,
            point.median,
            point.low,
            point.high,
            point.n,
            changes.get(index),
        )
