"""The capacities that earlier cells of the run found."""

from statistics import median

import pyarrow.compute as pc

from include.cells.errors import CellError
from include.matrix.common_capacity import capacity_searches
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
    found = _found_before(run, plan, cell, cell.treatment)
    return found[-1] if found else None


def with_rate(run: AnyPath, plan: Plan, cell: Cell) -> Cell:
    """Return the cell with a rate, if its rate is a share of the common capacity; other cells unchanged.

    The common capacity is the lowest of those that the earlier cells of the run found, of which a treatment
    that was searched several times has the median.

    Raises:
        CellError: No earlier cell found the capacity of a treatment that the cell is compared with.
    """
    if not cell.settings.needs_capacity:
        return cell
    capacity = _common_capacity(run, plan, cell)
    return cell.model_copy(update={"settings": cell.settings.with_capacity(capacity)})


def _common_capacity(run: AnyPath, plan: Plan, cell: Cell) -> float:
    treatment = next(one for one in plan.treatments if one.id == cell.treatment)
    searches = capacity_searches(treatment, plan.treatments, plan.experiment)
    found = {one.id: _found_before(run, plan, cell, one.id) for one in searches.values() if one}
    if unknown := [name for name, capacities in found.items() if not capacities]:
        raise CellError(
            f"the rate is a share of the capacity of {' and '.join(unknown)}, which no earlier cell found; "
            "run the cells that search it again, and then this one"
        )
    return min(median(capacities) for capacities in found.values())


def _found_before(run: AnyPath, plan: Plan, cell: Cell, treatment: str) -> list[float]:
    """Return the capacities of a treatment that cells found before this one, in their order."""
    earlier = [one for one in plan.cells if one.treatment == treatment and one.order < cell.order]
    folders = [run / CELLS_FOLDER / one.id for one in sorted(earlier, key=lambda one: one.order)]
    return [found for folder in folders if is_sealed(folder) and (found := _capacity(folder))]


def _capacity(folder: AnyPath) -> float | None:
    steps = read_table(folder, LOAD_STEPS_FILE, ["rate", "is_sustained"])
    found: float | None = pc.max(steps.filter(steps["is_sustained"])["rate"]).as_py()
    return found
