"""The tables of a history: its figures, its change points, and the runs that it leaves out."""

from include.kinds.grouping import grouped
from include.report.history.change_points import MOST_P_VALUE, POINTS_PER_FALSE_ALARM, ChangePoint
from include.report.history.charts import series_by_chart
from include.report.history.comparable_runs import Axis, ComparableRuns
from include.report.history.series import MetricSeries
from include.report.pages.estimate_text import with_interval
from include.report.pages.table import Column, ItemColumn, Table, number, table_of, text_table, words
from include.report.pages.wording import DASH, first_of, significant
from include.report.treatments.names import full_name, semantics_look, short_name

MOST_NAMED = 5
"""The maximum number of runs named for each reason; further runs are only counted."""

CHANGE_NOTE = (
    "A change point is a step between the points of the runs for which Welch's t-test gives a p below "
    f"{MOST_P_VALUE}. The p in the table is that of the test between the points before and after the change, "
    "up to the next change point on each side. In series of pure noise, about one change point is found in "
    f"{POINTS_PER_FALSE_ALARM:,} points."
)


def figure_tables(group: ComparableRuns, series: list[MetricSeries], prefix: str) -> list[Table]:
    """A table for each chart, with a row for each run and a column for each treatment."""
    return [
        _figure_table(group, chart_series, f"{prefix}-table-{number}", title)
        for number, (title, chart_series) in enumerate(series_by_chart(series))
    ]


def _figure_table(
    group: ComparableRuns, chart_series: list[MetricSeries], identity: str, title: str
) -> Table:
    is_by_release = group.axis is Axis.RELEASE
    titles = ("Release", "released", "run") if is_by_release else ("Run", "made")
    columns = [*titles, *(Column(short_name(series.treatment)) for series in chart_series)]
    rows = [
        (
            group.name(run),
            group.day(run) or DASH,
            *([run.name] if is_by_release else []),
            *(with_interval(series.points.get(index)) for series in chart_series),
        )
        for index, run in enumerate(group.runs)
    ]
    return text_table(identity, title, columns, rows)


def change_table(group: ComparableRuns, series: list[MetricSeries], prefix: str) -> Table:
    """A row for each change point."""
    columns: list[ItemColumn[tuple[MetricSeries, ChangePoint]]] = [
        words("Treatment", lambda item: full_name(item[0].treatment)),
        words("Metric", lambda item: f"{item[0].quantity.words}, {item[0].unit}"),
        words("at", lambda item: group.name(group.runs[item[1].index])),
        number("mean before", lambda item: significant(item[1].before)),
        number("mean after", lambda item: significant(item[1].after)),
        number("change", lambda item: signed_percent(item[1].change)),
        number("p", lambda item: f"{item[1].p:.1g}"),
    ]
    changes = [(metric_series, change) for metric_series in series for change in metric_series.changes]
    return table_of(
        f"{prefix}-changes",
        "Change points",
        columns,
        changes,
        [CHANGE_NOTE],
        lambda item: semantics_look(item[0].treatment),
    )


def signed_percent(share: float) -> str:
    """A change in percent, with a sign: ``+12%``."""
    return f"{share * 100:+,.0f}%".replace("-", "−")  # noqa: RUF001 - the typographic minus


def left_out_table(left_out: dict[str, str]) -> Table:
    """A row for each reason, with the runs that are left out for this reason."""
    by_reason = grouped(left_out, left_out.__getitem__)
    rows = [(reason, f"{len(names):,}", first_of(names, MOST_NAMED)) for reason, names in by_reason.items()]
    columns = ("Why", Column("runs"), "which")
    return text_table("left-out-runs", "Runs that are not in the history", columns, rows)
