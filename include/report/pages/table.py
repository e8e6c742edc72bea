"""Tables of text, for pages and for Markdown."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from include.report.pages.palette import Look


@dataclass(frozen=True)
class Column:
    """A column and its title, with the unit. Neighbouring columns can share a title above their own."""

    title: str
    shared_title: str = ""
    numeric: bool = True

    @property
    def full_title(self) -> str:
        """The title after the shared title, if there is one; for tables with only one row of titles."""
        return f"{self.shared_title}: {self.title}" if self.shared_title else self.title


@dataclass(frozen=True)
class Field:
    """A cell with a headline and a detail in small print, as a link. The tone determines the background."""

    tone: str
    """``good``, ``bad`` or ``uncertain``."""
    headline: str
    detail: str = ""
    link: str = ""
    """The id on the page to which the cell leads; empty without a link."""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.headline, self.detail)))


@dataclass(frozen=True)
class Row:
    """A row of cells. Its ``look`` is shown as a coloured dot before the first cell."""

    cells: tuple[str | Field, ...]
    look: Look | None = None
    anchor: str = ""
    """The id on the page, for links to the row."""


@dataclass(frozen=True)
class RowGroup:
    """Rows under a heading; a group without a title has no heading."""

    rows: tuple[Row, ...]
    title: str = ""
    anchor: str = ""
    """The id on the page, for links to the group."""


@dataclass(frozen=True)
class Table:
    """A table with a caption and with notes below it. Falsy if it has no row."""

    id: str
    caption: str
    columns: tuple[Column, ...]
    groups: tuple[RowGroup, ...]
    notes: tuple[str, ...] = ()
    is_matrix: bool = False
    """Whether the cells are ``Field`` objects. If so, the page makes the columns narrow."""

    @property
    def shared_titles(self) -> list[tuple[str, int]]:
        """The shared titles and how many columns each title spans; empty if no column has a shared title."""
        grouped = groupby(column.shared_title for column in self.columns)
        titles = [(title, len(list(equal))) for title, equal in grouped]
        return titles if any(title for title, _ in titles) else []

    def __bool__(self) -> bool:
        return any(group.rows for group in self.groups)


def text_table(
    identity: str,
    caption: str,
    columns: Iterable[Column | str],
    rows: Iterable[tuple[str, ...]],
    notes: Iterable[str] = (),
) -> Table:
    """A table of texts. A string in ``columns`` is the title of a column that is not numeric."""
    titles = (Column(column, numeric=False) if isinstance(column, str) else column for column in columns)
    return Table(identity, caption, tuple(titles), (RowGroup(tuple(map(Row, rows))),), tuple(notes))


Item = TypeVar("Item")

ItemColumn = tuple[Column, Callable[[Item], str | Field]]


def number(title: str, text: Callable[[Item], str], shared_title: str = "") -> ItemColumn[Item]:
    """A column of numbers."""
    return Column(title, shared_title), text


def words(title: str, text: Callable[[Item], str | Field], shared_title: str = "") -> ItemColumn[Item]:
    """A column of words, which are aligned to the left."""
    return Column(title, shared_title, numeric=False), text


def table_of(
    identity: str,
    caption: str,
    columns: Sequence[ItemColumn[Item]],
    items: Iterable[Item],
    notes: Iterable[str] = (),
    look: Callable[[Item], Look | None] = lambda _: None,
) -> Table:
    """A table with a row for each item."""
    return grouped_table(identity, caption, columns, [("", items)], notes, look)


def grouped_table(
    identity: str,
    caption: str,
    columns: Sequence[ItemColumn[Item]],
    groups: Iterable[tuple[str, Iterable[Item]]],
    notes: Iterable[str] = (),
    look: Callable[[Item], Look | None] = lambda _: None,
) -> Table:
    """A table of groups: the name of a group, then a row for each item. Empty groups are left out."""
    row_groups = (
        RowGroup(tuple(Row(tuple(text(item) for _, text in columns), look(item)) for item in items), name)
        for name, items in groups
    )
    titles = tuple(column for column, _ in columns)
    return Table(identity, caption, titles, tuple(group for group in row_groups if group.rows), tuple(notes))
