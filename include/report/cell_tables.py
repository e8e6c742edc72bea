"""What tables with a row for each cell have in common."""

from collections.abc import Iterator, Sequence

from include.rendering.number_format import count
from include.rendering.table import Row
from include.report.measured_run import MeasuredRun


def counted_cells(run: MeasuredRun, names: Sequence[str]) -> Iterator[Row]:
    """A row of counts for each measured cell in which any of these counts is above zero."""
    counts = run.cells.reindex(columns=["cell", *names])
    for row in counts[(counts[list(names)] > 0).any(axis=1)].to_dict("records"):
        yield Row((str(row["cell"]), *(count(row[name]) for name in names)))
