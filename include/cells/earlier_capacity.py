"""The capacity that an earlier block measured, at which the search of a cell begins."""

import pyarrow.compute as pc

from include.matrix.plan import Cell, Plan
from include.rawlog.reader import read_table
from include.rawlog.schemas import LOAD_STEPS_FILE
from include.rawlog.seals import CELLS_FOLDER, is_sealed
from include.storage.path import AnyPath


def earlier_capacity(run: AnyPath, plan: Plan, cell: Cell) -> float | None:
    """Return the capacity of the cell's treatment in the latest earlier block, in messages per second.

    Returns:
        None if the cell does not search its capacity, or no earlier block found one.
    """
    if not cell.settings.searches_capacity:
        return None
    others = [one for one in plan.cells if one.treatment == cell.treatment and one.order < cell.order]
    for other in sorted(others, key=lambda one: one.order, reverse=True):
        folder = run / CELLS_FOLDER / other.id
        if is_sealed(folder) and (found := _capacity(folder)):
            return found
    return None


def _capacity(folder: AnyPath) -> float | None:
    steps = read_table(folder, LOAD_STEPS_FILE, ["rate", "is_sustained"])
    found: float | None = pc.max(steps.filter(steps["is_sustained"])["rate"]).as_py()
    return found
