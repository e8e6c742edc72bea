"""Tables: every figure of a history, its change points, and the runs that are left out."""

from include.history.change_points import MOST_P_VALUE, POINTS_PER_FALSE_ALARM
from include.history.charts import series_by_chart
from include.history.comparable_runs import Axis, ComparableRuns
from include.history.series import MetricSeries
from include.rendering.estimate import Estimate, with_interval
from include.rendering.table import Column, Row, Table, plain_table, text_columns
from include.rendering.wording import DASH, significant
from include.report.treatments.names import full_name, semantics_look, short_name

MOST_NAMED = 5
"""Runs left out for the same reason, beyond which they are counted instead of named."""

CHANGE_COLUMNS = (
    *text_columns("Treatment", "Metric", "at"),
    *(Column(title) for title in ("mean before", "mean after", "change", "p")),
)

CHANGE_NOTE = (
    f"Steps between the points of the runs that were found by Welch's t-test with p below {MOST_P_VALUE}; "
    "the p of the table is that of the neighbouring levels. In series of nothing but noise, one change "
    f"point is found in about {POINTS_PER_FALSE_ALARM:,} points."
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
    columns = [*text_columns(*titles), *(Column(short_name(series.treatment)) for series in chart_series)]
    rows = [
        Row(
            (
                group.name(run),
                group.day(run) or DASH,
                *([run.name] if is_by_release else []),
                *(_cell(series.points.get(index)) for series in chart_series),
            )
        )
        for index, run in enumerate(group.runs)
    ]
    return plain_table(identity, title, columns, rows)


def _cell(point: Estimate | None) -> str:
    return with_interval(point) if point else DASH


def change_table(group: ComparableRuns, series: list[MetricSeries], prefix: str) -> Table:
    """A row for each change point."""
    rows = [
        Row(
            (
                full_name(metric_series.treatment),
                f"{metric_series.quantity.words}, {metric_series.unit}",
                group.name(group.runs[change.index]),
                significant(change.before),
                significant(change.after),
                signed_percent(change.change),
                f"{change.p:.1g}",
            ),
            semantics_look(metric_series.treatment),
        )
        for metric_series in series
        for change in metric_series.changes
    ]
    return plain_table(f"{prefix}-changes", "Change points", CHANGE_COLUMNS, rows, [CHANGE_NOTE])


def signed_percent(share: float) -> str:
    """A change in percent, with its sign."""
    return f"{share * 100:+,.0f}%".replace("-", "−")  # noqa: RUF001 - the typographic minus


def left_out_table(left_out: dict[str, str]) -> Table:
    """A row for each reason, with the runs that are left out for it."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in left_out.items():
        by_reason.setdefault(reason, []).append(name)
    columns = [Column("Why", numeric=False), Column("runs"), Column("which", numeric=False)]
    rows = [Row((reason, f"{len(names):,}", _names(names))) for reason, names in by_reason.items()]
    return plain_table("left-out-runs", "Runs that are not in the history", columns, rows)


def _names(names: list[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
