"""A treatment of a plan, and a cell, which measures a treatment once."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from include.matrix.experiment import Expectation
from include.scenarios.registry import AnySettings
from include.scenarios.scenario_settings import ScenarioSettings
from include.scenarios.traits import Traits

RATE_FACTOR = "rate"

ARM_FACTOR = "arm"
"""The factor that names the arm of a cell, where arms are compared."""


def is_on_ladder(factors: Mapping[str, Any], settings: ScenarioSettings) -> bool:
    """Whether the rate of a treatment is a step of a ladder of rates.

    A rate is a condition of the comparison if it is a constant, or the same for all arms. A cell that did not
    reach such a rate is not a measurement. On a ladder of rates, a rate that was not reached is a result.
    """
    return RATE_FACTOR in factors and ARM_FACTOR not in factors and settings.traits.is_paced


class Treatment(BaseModel, frozen=True):
    """One combination of factor levels; ``factors`` does not contain factors that do not apply."""

    id: str
    factors: dict[str, Any]
    settings: AnySettings
    arm: str = ""
    """The name of the arm; empty in an experiment without arms."""
    expect: Expectation = Expectation.KEPT
    """What the experiment expects of the promises of the treatment."""

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def traits(self) -> Traits:
        """The traits that follow from the settings."""
        return self.settings.traits

    @property
    def is_on_ladder(self) -> bool:
        """Whether its rate is a step of a ladder of rates."""
        return is_on_ladder(self.factors, self.settings)

    @property
    def combination(self) -> str:
        """The id without the arm. Treatments of different arms may have the same combination."""
        return self.id.removeprefix(f"{self.arm}.") if self.arm else self.id


class Cell(BaseModel, frozen=True):
    """A treatment in a block: one Airflow task, one raw log."""

    id: str
    treatment: str
    block: int
    """The number of the block, from 1. A block is a repetition."""
    order: int
    """The position in the run, from 0."""
    start: int = 1
    """On which start of the brokers the cell runs, counted from 1."""
    settings: AnySettings
    arm: str = ""
