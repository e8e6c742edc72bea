"""The treatments of a plan, and its cells, each of which measures a treatment once."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from include.plan.experiment import Expectation
from include.settings.any_settings import AnySettings
from include.settings.cell import ScenarioSettings
from include.settings.traits import Traits

RATE_FACTOR = "rate"

ARM_FACTOR = "arm"
"""The factor whose level is the name of the arm, in an experiment with arms."""


def is_on_ladder(factors: Mapping[str, Any], settings: ScenarioSettings) -> bool:
    """Whether the rate of a treatment is a step of a ladder of rates.

    If the rate is a factor of an experiment without arms, the levels of this factor are a ladder of rates. If
    a cell does not reach the rate of a step, this is a result. A rate that is not on a ladder is a condition
    of the comparison. A cell that does not reach such a rate is not a valid measurement.
    """
    return RATE_FACTOR in factors and ARM_FACTOR not in factors and settings.traits.pace.is_fixed


class Treatment(BaseModel, frozen=True):
    """One combination of factor levels; ``factors`` contains only factors that apply."""

    id: str
    factors: dict[str, Any]
    settings: AnySettings
    arm: str = ""
    """The name of the arm; empty in an experiment without arms."""
    expect: Expectation = Expectation.KEPT
    """Whether the experiment expects that the treatment keeps its promises."""

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def traits(self) -> Traits:
        """The traits that follow from the settings."""
        return self.settings.traits

    @property
    def is_on_ladder(self) -> bool:
        """Whether the treatment's rate is a step of a ladder of rates."""
        return is_on_ladder(self.factors, self.settings)

    @property
    def combination(self) -> str:
        """The id without the arm. Treatments of different arms may have the same combination."""
        return self.id.removeprefix(f"{self.arm}.") if self.arm else self.id


class Cell(BaseModel, frozen=True):
    """One measurement of a treatment in a block, with one Airflow task and one raw log."""

    id: str
    treatment: str
    block: int
    """The number of the block (the repetition), from 1."""
    order: int
    """The cell's position in the run, from 0."""
    start: int = 1
    """The number of the brokers' start to which the cell belongs, from 1."""
    settings: AnySettings
    arm: str = ""
