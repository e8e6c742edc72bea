"""Tables of items, such as treatments or comparisons, whose columns say what they show of an item."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

import pandas as pd

from include.matrix.plan import Treatment
from include.rendering.number_format import DASH, count, interval, significant
from include.rendering.palette import Look
from include.rendering.table import Column, Row, RowGroup, Table
from include.report.measured_run import MeasuredRun
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import dagger, semantics_look, short_name, treatments_by_context
from include.verdicts.paired_differences import PairedDifference

Item = TypeVar("Item")

ItemColumn = tuple[Column, Callable[[Item], str]]
"""A column, and the text of its cell for an item."""


def number(title: str, text: Callable[[Item], str], shared_title: str = "") -> ItemColumn[Item]:
    """A column of numbers."""
    return Column(title, shared_title), text


def words(title: str, text: Callable[[Item], str], shared_title: str = "") -> ItemColumn[Item]:
    """A column of words, which are aligned to the left."""
    return Column(title, shared_title, numeric=False), text


TREATMENT: ItemColumn[Treatment] = words("Treatment", short_name)


def table_of(
    identity: str,
    caption: str,
    columns: Sequence[ItemColumn[Item]],
    items: Iterable[Item],
    notes: Iterable[str] = (),
    look: Callable[[Item], Look | None] = lambda _: None,
) -> Table:
    """A row for each item."""
    return grouped_table(identity, caption, columns, [("", items)], notes, look)


def grouped_table(
    identity: str,
    caption: str,
    columns: Sequence[ItemColumn[Item]],
    groups: Iterable[tuple[str, Iterable[Item]]],
    notes: Iterable[str] = (),
    look: Callable[[Item], Look | None] = lambda _: None,
) -> Table:
    """A row for each item, below the name of its group; groups without items are left out."""
    made = (
        RowGroup(tuple(Row(tuple(text(item) for _, text in columns), look(item)) for item in items), name)
        for name, items in groups
    )
    titles = tuple(column for column, _ in columns)
    return Table(identity, caption, titles, tuple(group for group in made if group.rows), tuple(notes))


def treatment_table(
    run: MeasuredRun,
    identity: str,
    caption: str,
    columns: Sequence[ItemColumn[Treatment]],
    notes: Iterable[str] = (),
    has_row: Callable[[Treatment], bool] = lambda _: True,
) -> Table:
    """A row for each of these treatments, in groups of the same message size and other factors."""
    groups = (
        (name, filter(has_row, treatments)) for name, treatments in treatments_by_context(run.plan).items()
    )
    return grouped_table(identity, caption, columns, groups, notes, semantics_look)


def median_column(
    run: MeasuredRun, metric: TreatmentMetric, title: str, shared_title: str = "", is_marked: bool = True
) -> ItemColumn[Treatment]:
    """The median of a metric, marked where it cannot be compared."""

    def text(treatment: Treatment) -> str:
        median = metric.median(run, treatment)
        mark = dagger(treatment, metric.span) if is_marked else ""
        return DASH if median is None else significant(median) + mark

    return number(title, text, shared_title)


def median_and_interval(
    run: MeasuredRun, metric: TreatmentMetric, title: str, shared_title: str = ""
) -> list[ItemColumn[Treatment]]:
    """Two columns: the median of a metric, and the interval of that median."""

    def ends(treatment: Treatment) -> str:
        estimate = metric.estimate(run, treatment)
        return interval(estimate.low, estimate.high) if estimate else DASH

    return [median_column(run, metric, title, shared_title), number("95% interval", ends, shared_title)]


class Compared(Protocol):
    """An item that has been compared with a reference."""

    @property
    def difference(self) -> PairedDifference:
        """The estimate of the difference or ratio, with its intervals."""


def difference_columns(title: str = "ratio") -> list[ItemColumn[Compared]]:
    """Three columns: the estimate of a comparison, its interval, and its corrected interval."""
    return [
        number(title, lambda item: significant(item.difference.estimate)),
        number("95% interval", lambda item: interval(item.difference.low, item.difference.high)),
        number(
            "corrected", lambda item: interval(item.difference.low_corrected, item.difference.high_corrected)
        ),
    ]


def counted_cells(cells: pd.DataFrame, names: Sequence[str]) -> Iterator[Row]:
    """A row of counts for each cell, or other attempt, in which any of these counts is above zero."""
    counts = cells.reindex(columns=["cell", "attempt", "ended", *names])
    for row in counts[(counts[list(names)] > 0).any(axis=1)].to_dict("records"):
        name = attempt_name(str(row["cell"]), row["attempt"], row["ended"])
        yield Row((name, *(count(row[name]) for name in names)))


def attempt_name(cell: str, attempt: float, ended: object) -> str:
    """The id of a cell; of another attempt, also its number and how it ended (text)."""
    return f"{cell}, attempt {int(attempt)} ({ended})" if isinstance(ended, str) else cell
