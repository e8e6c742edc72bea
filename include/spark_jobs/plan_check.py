"""Reject cells that are not cells of the run's plan: they would be compared with the wrong ones."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from include.matrix.plan import Plan
from include.rawlog.manifest import MANIFEST_FILE
from include.rawlog.seals import CELLS_FOLDER
from include.spark_jobs.cell import MeasuredCell, RejectedCell


def as_planned(plan: Plan, cells: Iterable[MeasuredCell]) -> Iterator[MeasuredCell | RejectedCell]:
    """Yield each cell, rejected if the plan has no such cell, or has it with another block or treatment."""
    treatments = {treatment.id: treatment for treatment in plan.treatments}
    planned = {
        cell.id: {
            "treatment": cell.treatment,
            "block": cell.block,
            "order": cell.order,
            "factors": treatments[cell.treatment].factors,
        }
        for cell in plan.cells
    }
    for cell in cells:
        problem = _problem(cell, planned.get(cell.cell))
        file = f"{CELLS_FOLDER}/{cell.cell}/{MANIFEST_FILE}"
        yield RejectedCell(cell.cell, f"{file}: {problem}") if problem else cell


def _problem(cell: MeasuredCell, planned: Mapping[str, Any] | None) -> str | None:
    if planned is None:
        return f"cell.id: {cell.cell!r} is no cell of the run's plan"
    for name, right in planned.items():
        if (found := getattr(cell, name)) != right:
            return f"cell.{name}: {found!r} should be {right!r}, as in the run's plan"
    return None
