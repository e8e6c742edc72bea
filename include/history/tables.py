"""Tables: every figure of a history, its change points, and the runs that are not in it."""

from include.history.change_points import POINTS_OF_NOISE
from include.history.charts import by_chart
from include.history.comparable_runs import Axis, Lineage
from include.history.series import Series
from include.rendering.estimate import Estimate, with_interval
from include.rendering.number_format import DASH, significant
from include.rendering.table import Column, Row, Table, plain_table
from include.report.treatments import full_name, semantics_look, short_name

MOST_NAMED = 5
"""Runs left out for the same reason that are named; more are counted."""


def figure_tables(lineage: Lineage, series: list[Series], prefix: str) -> list[Table]:
    """A table for each chart: a row a run, a column a treatment."""
    return [
        _figure_table(lineage, together, f"{prefix}-table-{number}", title)
        for number, (title, together) in enumerate(by_chart(series))
    ]


def _figure_table(lineage: Lineage, together: list[Series], identity: str, title: str) -> Table:
    by_release = lineage.axis is Axis.RELEASE
    columns = [
        Column("Release" if by_release else "Run", numeric=False),
        Column("released" if by_release else "made", numeric=False),
        *([Column("run", numeric=False)] if by_release else []),
        *(Column(short_name(one.treatment)) for one in together),
    ]
    rows = [
        Row(
            (
                lineage.name(run),
                lineage.day(run) or DASH,
                *([run.name] if by_release else []),
                *(_cell(one.points.get(place)) for one in together),
            )
        )
        for place, run in enumerate(lineage.runs)
    ]
    return plain_table(identity, title, columns, rows)


def _cell(point: Estimate | None) -> str:
    return with_interval(point) if point else DASH


def change_table(lineage: Lineage, series: list[Series], prefix: str) -> Table:
    """A row a change point; no rows where none was found."""
    columns = [
        Column("Treatment", numeric=False),
        Column("Of what", numeric=False),
        Column("at", numeric=False),
        Column("mean before"),
        Column("mean after"),
        Column("change"),
        Column("p"),
    ]
    rows = [
        Row(
            (
                full_name(one.treatment),
                f"{one.quantity.words}, {one.unit}",
                lineage.name(lineage.runs[change.place]),
                significant(change.before),
                significant(change.after),
                percent(change.change),
                f"{change.p:.1g}",
            ),
            semantics_look(one.treatment),
        )
        for one in series
        for change in one.changes
    ]
    note = (
        "By Apache Otava, on the runs' medians: windows of 50 points, p below 0.001. Where there is nothing "
        f"but noise, it finds one in about {POINTS_OF_NOISE:,} points."
    )
    return plain_table(f"{prefix}-changes", "Change points", columns, rows, [note])


def percent(share: float) -> str:
    """A change with its sign."""
    return f"{share * 100:+,.0f}%".replace("-", "−")  # noqa: RUF001 - the typographic minus


def left_out_table(left_out: dict[str, str]) -> Table:
    """A row a reason, with the runs that it keeps out."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in left_out.items():
        by_reason.setdefault(reason, []).append(name)
    columns = [Column("Why", numeric=False), Column("runs"), Column("which", numeric=False)]
    rows = [Row((reason, f"{len(names):,}", _named(names))) for reason, names in by_reason.items()]
    return plain_table("left-out-runs", "Runs that are not in the history", columns, rows)


def _named(names: list[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
