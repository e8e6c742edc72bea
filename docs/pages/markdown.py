"""Tables in Markdown."""

from collections.abc import Iterable, Iterator, Sequence


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, and an empty line behind it."""
    yield row(headings)
    yield f"|{'---|' * len(headings)}"
    yield from map(row, rows)
    yield ""


def row(cells: Sequence[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"
