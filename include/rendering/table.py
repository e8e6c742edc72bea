"""A table as both templates draw it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from include.rendering.palette import Look


@dataclass(frozen=True)
class Column:
    """A column: its title, with its unit; ``over`` is the title it shares with its neighbours."""

    title: str
    over: str = ""
    numeric: bool = True

    @property
    def flat(self) -> str:
        """Its whole title, where a table can have only one row of them."""
        return f"{self.over}: {self.title}" if self.over else self.title


@dataclass(frozen=True)
class Row:
    """A row of cells as text. Its ``look`` is shown as a coloured dot before the first cell."""

    cells: tuple[str, ...]
    look: Look | None = None


@dataclass(frozen=True)
class Group:
    """Rows below a heading of their own; without a title, just rows."""

    rows: tuple[Row, ...]
    title: str = ""


@dataclass(frozen=True)
class Table:
    """A table with its caption, and notes below it."""

    id: str
    caption: str
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    notes: tuple[str, ...] = ()

    @property
    def spans(self) -> list[tuple[str, int]]:
        """The shared titles and how many columns each stands over; empty when no column has one."""
        shared = [(over, len(list(columns))) for over, columns in groupby(self.columns, key=_over)]
        return shared if any(over for over, _ in shared) else []

    @property
    def has_rows(self) -> bool:
        """Whether there is anything to show."""
        return any(group.rows for group in self.groups)


def plain_table(
    identity: str, caption: str, columns: Iterable[Column], rows: Iterable[Row], notes: Iterable[str] = ()
) -> Table:
    """A table of one group without a heading."""
    return Table(identity, caption, tuple(columns), (Group(tuple(rows)),), tuple(notes))


def _over(column: Column) -> str:
    return column.over
