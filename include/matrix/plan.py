"""The plan: which cells run, in which order."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict

from include.matrix.experiment import Experiment
from include.matrix.where import Where
from include.scenarios.catalogue import AnySettings
from include.storage.path import AnyPath

PLAN_FILE = "plan.json"


class Treatment(BaseModel):
    """One combination of factor levels; a factor that doesn't apply is absent from ``factors``."""

    model_config = ConfigDict(frozen=True)

    id: str
    factors: dict[str, Any]
    settings: AnySettings


class Cell(BaseModel):
    """A treatment in a block: one task, one raw log."""

    model_config = ConfigDict(frozen=True)

    id: str
    treatment: str
    block: int
    """Counted from 1; the repetition."""
    order: int
    """Place in the run, counted from 0."""
    settings: AnySettings


class Plan(BaseModel):
    """An experiment as resolved for one run: what ``plan.json`` holds."""

    model_config = ConfigDict(frozen=True)

    run_id: str
    created: datetime
    experiment: Experiment
    release: str
    where: Where = Where()
    treatments: list[Treatment]
    cells: list[Cell]

    def cell(self, cell_id: str) -> Cell:
        """The planned cell of that id.

        Raises:
            KeyError: the plan has no such cell.
        """
        for cell in self.cells:
            if cell.id == cell_id:
                return cell
        raise KeyError(f"{self.run_id}: no cell {cell_id} in the plan")


def read_plan(run: AnyPath) -> Plan:
    """The plan of a run folder."""
    return Plan.model_validate_json((run / PLAN_FILE).read_bytes())
