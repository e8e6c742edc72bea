"""Check that a cell's manifest is valid, and that the cell belongs to the run's plan.

A cell of another plan would be compared with the wrong cells.
"""

from collections.abc import Iterator, Mapping
from textwrap import shorten
from typing import Any

from pydantic import ValidationError

from include.kinds.metrics.registry import COLUMNS
from include.kinds.registry import UnknownNameError
from include.machine.storage.path import AnyPath
from include.plan.plan import Plan
from include.plan.validation_errors import first_problem, problems_of
from include.rawlog.cells_and_results_of_run import cell_of
from include.rawlog.manifest import MANIFEST_FILE, CellRecord, Manifest
from include.rawlog.reader import BrokenRawLogError
from include.settings.any_settings import settings_of
from include.spark_jobs.results.measured_cell import IDENTITY

MAX_CHARACTERS = 300
"""The length to which an error message is shortened, because it may quote a whole manifest."""

PlannedCells = Mapping[str, Mapping[str, Any]]
"""The planned values of each cell, by cell id and by attribute of ``CellRecord``."""


def checked_manifest(cell: AnyPath, planned: PlannedCells | None = None) -> Manifest:
    """Read and check the manifest of a sealed cell. ``planned`` are the planned cells; None without a plan.

    Raises:
        BrokenRawLogError: The manifest is missing or wrong, or does not match the plan. If a value is wrong,
            the error message contains the key, the value, and the correct value.
    """
    path = cell / MANIFEST_FILE
    try:
        manifest = Manifest.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise BrokenRawLogError(f"{path}: the manifest is missing, so that the cell is not sealed") from None
    except ValidationError as error:
        raise BrokenRawLogError(f"{path}: {shorten(first_problem(error), MAX_CHARACTERS)}") from None
    for problem in _problems(cell_of(cell), manifest.cell, planned):
        raise BrokenRawLogError(f"{path}: {problem}")
    return manifest


def _problems(folder: str, cell: CellRecord, planned: PlannedCells | None) -> Iterator[str]:
    if cell.id != folder:
        yield f"cell.id: {cell.id!r} should be {folder!r}, the name of the folder"
    for factor in cell.factors:
        if factor in IDENTITY.names or factor in COLUMNS:
            yield f"cell.factors: {factor!r} should be a setting, not another column of the results"
    try:
        settings_of(cell.settings)
    except UnknownNameError as error:
        yield f"cell.settings.scenario: {error}"
    except ValidationError as error:
        yield shorten(f"cell.settings.{problems_of(error)[0]}", MAX_CHARACTERS)
    if planned is not None and cell.id not in planned:
        yield f"cell.id: {cell.id!r} is no cell of the run's plan"
    for name, right in (planned or {}).get(cell.id, {}).items():
        if (value := getattr(cell, name)) != right:
            yield f"cell.{name}: {value!r} should be {right!r}, as in the run's plan"


def planned_cells(plan: Plan) -> PlannedCells:
    """The treatment, block, order and factors of each cell of the plan."""
    factors = {treatment.id: treatment.factors for treatment in plan.treatments}
    return {
        cell.id: cell.model_dump(include={"treatment", "block", "order"})
        | {"factors": factors[cell.treatment]}
        for cell in plan.cells
    }
