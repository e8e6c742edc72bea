"""Links from the marks of figures to the cells that they show."""

from urllib.parse import quote

from include.report.measured_run import MeasuredRun

MOST_CELLS = 1000
"""A report with more cells has no row for each of them, so that its page stays small."""


def has_cell_rows(run: MeasuredRun) -> bool:
    """Whether the report has a row for each measured cell."""
    return 0 < len(run.cells) <= MOST_CELLS


def cell_anchor(cell: str) -> str:
    """The id of a cell's row on the page."""
    return f"cell-{cell}"


def treatment_anchor(treatment: str) -> str:
    """The id of the rows of a treatment's cells on the page."""
    return f"cells-of-{treatment}"


def cell_link(run: MeasuredRun, treatment: str, block: object) -> str:
    """The link to the cell of a treatment in a block; empty where the report has no rows of cells."""
    cells = run.cells_by_block(treatment)
    return _link(cell_anchor(cells[block])) if has_cell_rows(run) and block in cells else ""


def treatment_link(run: MeasuredRun, treatment: str) -> str:
    """The link to the cells of a treatment; empty where the report has no rows of cells."""
    is_shown = has_cell_rows(run) and run.cells_by_block(treatment)
    return _link(treatment_anchor(treatment)) if is_shown else ""


def _link(anchor: str) -> str:
    return f"#{quote(anchor)}"
