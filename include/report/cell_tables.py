"""What tables with a row for each cell have in common."""

from collections.abc import Iterator, Sequence

import pandas as pd

from include.rendering.number_format import count
from include.rendering.table import Row


def counted_cells(cells: pd.DataFrame, names: Sequence[str]) -> Iterator[Row]:
    """A row of counts for each cell, or other attempt, in which any of these counts is above zero."""
    counts = cells.reindex(columns=["cell", "attempt", "ended", *names])
    for row in counts[(counts[list(names)] > 0).any(axis=1)].to_dict("records"):
        name = attempt_name(str(row["cell"]), row["attempt"], row["ended"])
        yield Row((name, *(count(row[name]) for name in names)))


def attempt_name(cell: str, attempt: float, ended: object) -> str:
    """The id of a cell; of another attempt, also its number and how it ended (text)."""
    return f"{cell}, attempt {int(attempt)} ({ended})" if isinstance(ended, str) else cell
