"""The matrices of which an experiment consists: one, unless its file has ``parts`` or ``arms``."""

from dataclasses import dataclass, field, replace
from typing import Any

from include.matrix.experiment import Expectation, Experiment
from include.matrix.validation_errors import Location
from include.scenarios.registry import SCENARIOS


@dataclass(frozen=True)
class Submatrix:
    """A scenario with factors and constants, whose levels are combined among themselves.

    The factors and constants of the experiment are included, and a part or an arm adds its own.
    """

    scenario: str
    factors: dict[str, list[Any]]
    constants: dict[str, Any]
    location: Location = ()
    """The location of the part in the file; empty if the file has no parts."""
    own_settings: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    """The factors and constants that the part itself sets, each with its key: ``("factors", "rate")``."""
    has_other_scenario: bool = False
    """Whether the scenario is not that of the experiment, so that the ids of treatments contain it."""
    arm: str = ""
    """The name of the arm; empty in an experiment without arms."""
    arm_constants: frozenset[str] = frozenset()
    """The names of the constants that the arm sets."""
    expect: Expectation = Expectation.KEPT
    """What is expected of the promises of the treatments."""

    def location_of(self, key: str, setting: str) -> Location:
        """Return the location in the file of a setting that is among the ``factors`` or the ``constants``."""
        if key == "constants" and setting in self.arm_constants:
            return ("arms", self.arm, "settings", setting)
        return (*self.location, key, setting) if (key, setting) in self.own_settings else (key, setting)


def submatrices_of(experiment: Experiment) -> list[Submatrix]:
    """Return the matrices of an experiment, in the order of its file; each arm has all of them."""
    submatrices = _submatrices_without_arms(experiment)
    if not experiment.arms:
        return submatrices
    return [
        replace(
            submatrix,
            arm=name,
            constants={**submatrix.constants, **arm.settings},
            arm_constants=frozenset(arm.settings),
        )
        for name, arm in experiment.arms.items()
        for submatrix in submatrices
    ]


def _submatrices_without_arms(experiment: Experiment) -> list[Submatrix]:
    scenario = _current_name(experiment.scenario)
    if not experiment.parts:
        return [Submatrix(scenario, dict(experiment.factors), dict(experiment.constants))]
    return [
        Submatrix(
            scenario=_current_name(part.scenario or experiment.scenario),
            factors={**experiment.factors, **part.factors},
            constants={**experiment.constants, **part.constants},
            location=("parts", index),
            own_settings=frozenset(
                (key, name) for key in ("factors", "constants") for name in getattr(part, key)
            ),
            has_other_scenario=_current_name(part.scenario or experiment.scenario) != scenario,
            expect=part.expect,
        )
        for index, part in enumerate(experiment.parts)
    ]


def _current_name(scenario: str) -> str:
    """Return the present name of a scenario; an unknown name is returned as it is, and refused elsewhere."""
    return SCENARIOS.current(scenario) if scenario in SCENARIOS else scenario
