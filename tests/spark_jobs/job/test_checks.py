from pathlib import Path
from typing import Any

import pytest

from include.plan.load import load
from include.plan.planning import make_plan
from include.rawlog.reader import BrokenRawLogError
from include.spark_jobs.job.checks import checked_manifest, planned_cells
from tests.rawlog.sealing import edit_manifest, seal_rows

PLAN = make_plan(load("calibration"), "run")
PLANNED = PLAN.cells[1]
FACTORS = next(treatment.factors for treatment in PLAN.treatments if treatment.id == PLANNED.treatment)
RECORD: dict[str, Any] = {
    "id": PLANNED.id,
    "treatment": PLANNED.treatment,
    "block": PLANNED.block,
    "order": PLANNED.order,
    "factors": FACTORS,
}


def sealed(tmp_path: Path, **changes: Any) -> Path:
    record = RECORD | changes
    cell = seal_rows(tmp_path / "cells" / record["id"])
    edit_manifest(cell, lambda manifest: manifest["cell"].update(record))
    return cell


def test_a_cell_of_the_plan_is_accepted_and_a_copy_only_without_a_plan(tmp_path: Path) -> None:
    assert checked_manifest(sealed(tmp_path), planned_cells(PLAN)).cell.id == PLANNED.id
    copy = sealed(tmp_path, id="copy")
    assert checked_manifest(copy).cell.id == "copy"
    with pytest.raises(BrokenRawLogError) as refused:
        checked_manifest(copy, planned_cells(PLAN))
    assert str(refused.value) == f"{copy}/manifest.json: cell.id: 'copy' is no cell of the run's plan"


@pytest.mark.parametrize(
    ("key", "value"), [("treatment", "other"), ("block", 99), ("order", 99), ("factors", {"arm": "other"})]
)
def test_a_cell_with_another_place_in_the_plan_is_rejected(key: str, value: object, tmp_path: Path) -> None:
    cell = sealed(tmp_path, **{key: value})
    with pytest.raises(BrokenRawLogError) as refused:
        checked_manifest(cell, planned_cells(PLAN))
    problem = f"cell.{key}: {value!r} should be {RECORD[key]!r}, as in the run's plan"
    assert str(refused.value) == f"{cell}/manifest.json: {problem}"
