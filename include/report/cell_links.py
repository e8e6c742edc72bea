"""Links from the marks of figures to the cells that they show."""

from urllib.parse import quote

from include.report.measured_run import MeasuredRun

MOST_CELLS = 1000
"""The most cells that a report lists one by one; with more of them its page would become too large."""


def has_cell_rows(run: MeasuredRun) -> bool:
    """Whether the report has a row for each measured cell."""
    return 0 < len(run.cells) <= MOST_CELLS


def cell_anchor(cell: str) -> str:
    """The id of a cell's row on the page."""
    return f"cell-{cell}"


def treatment_anchor(treatment: str) -> str:
    """The id of the rows of a treatment's cells on the page."""
    return f"cells-of-{treatment}"


def cell_links(run: MeasuredRun, treatment: str) -> dict[object, str]:
    """The links to a treatment's cells, by their blocks; none where the report has no rows of cells."""
    cells = run.cells_by_block(treatment) if has_cell_rows(run) else {}
    return {block: _link(cell_anchor(cell)) for block, cell in cells.items()}


def treatment_link(run: MeasuredRun, treatment: str) -> str:
    """The link to the cells of a treatment; empty where the report has no rows of cells."""
    is_shown = has_cell_rows(run) and run.cells_by_block(treatment)
    return _link(treatment_anchor(treatment)) if is_shown else ""


def _link(anchor: str) -> str:
    return f"#{quote(anchor)}"
