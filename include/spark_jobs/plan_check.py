"""Reject cells that are not cells of the run's plan: they would be compared with the wrong ones."""

from collections.abc import Mapping
from typing import Any

from include.matrix.plan import Plan
from include.rawlog.manifest import MANIFEST_FILE
from include.rawlog.seals import CELLS_FOLDER
from include.spark_jobs.cell import MeasuredCell, RejectedCell

PlannedCells = Mapping[str, Mapping[str, Any]]
"""The planned values of the attributes of each ``MeasuredCell``, by the cell's id and the attribute."""


def planned_cells(plan: Plan) -> PlannedCells:
    """Return the treatment, block, order and factors of each cell of the plan."""
    factors = {treatment.id: treatment.factors for treatment in plan.treatments}
    return {
        cell.id: {
            "treatment": cell.treatment,
            "block": cell.block,
            "order": cell.order,
            "factors": factors[cell.treatment],
        }
        for cell in plan.cells
    }


def as_planned(planned: PlannedCells, cell: MeasuredCell) -> MeasuredCell | RejectedCell:
    """Return the cell, rejected if the plan has no such cell, or has it with another block or treatment."""
    problem = _problem(cell, planned.get(cell.cell))
    file = f"{CELLS_FOLDER}/{cell.cell}/{MANIFEST_FILE}"
    return RejectedCell(cell.cell, f"{file}: {problem}") if problem else cell


def _problem(cell: MeasuredCell, planned: Mapping[str, Any] | None) -> str | None:
    if planned is None:
        return f"cell.id: {cell.cell!r} is no cell of the run's plan"
    for name, right in planned.items():
        if (found := getattr(cell, name)) != right:
            return f"cell.{name}: {found!r} should be {right!r}, as in the run's plan"
    return None
