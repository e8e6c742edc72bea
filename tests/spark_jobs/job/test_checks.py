from dataclasses import replace
from typing import Any

import pytest

from include.matrix.load import load
from include.matrix.planning import make_plan
from include.spark_jobs.job.checks import as_planned, planned_cells
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from include.verdicts.guarantee import Verdict

PLAN = make_plan(load("calibration"), "run")
PLANNED = PLAN.cells[1]
FACTORS = next(treatment.factors for treatment in PLAN.treatments if treatment.id == PLANNED.treatment)


def measured(**changes: Any) -> MeasuredCell:
    cell = MeasuredCell(
        PLANNED.id, PLANNED.treatment, PLANNED.block, PLANNED.order, "4.3.1", Verdict.KEPT, FACTORS, {}
    )
    return replace(cell, **changes)


def test_a_cell_stays_as_it_is_if_the_plan_has_it() -> None:
    assert as_planned(planned_cells(PLAN), measured()) == measured()
    assert as_planned(planned_cells(PLAN), measured(cell="copy")) == RejectedCell(
        "copy", "cells/copy/manifest.json: cell.id: 'copy' is no cell of the run's plan"
    )


@pytest.mark.parametrize(
    ("key", "value"), [("treatment", "other"), ("block", 99), ("order", 99), ("factors", {"arm": "other"})]
)
def test_a_cell_with_another_place_in_the_plan_is_rejected(key: str, value: object) -> None:
    rejected = as_planned(planned_cells(PLAN), measured(**{key: value}))
    assert isinstance(rejected, RejectedCell)
    right = getattr(measured(), key)
    assert rejected.reason == (
        f"cells/{PLANNED.id}/manifest.json: cell.{key}: {value!r} should be {right!r}, as in the run's plan"
    )
