"""The matrices of an experiment: one for each part in each arm; without parts and arms, a single one."""

from dataclasses import dataclass, field, replace
from typing import Any

from include.plan.experiment import Expectation, Experiment
from include.plan.validation_errors import Location


@dataclass(frozen=True)
class Submatrix:
    """A scenario with its constants, and with factors whose levels are combined.

    A submatrix contains the factors and constants of the experiment, of one part, and of one arm.
    """

    scenario: str
    factors: dict[str, list[Any]]
    constants: dict[str, Any]
    location: Location = ()
    """The location of the part in the file; empty if the file has no parts."""
    own_settings: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    """The factors and constants that the part sets, as pairs of key and name: ``("factors", "rate")``."""
    has_other_scenario: bool = False
    """Whether the scenario differs from the experiment's scenario. If it differs, the ids of treatments
    contain the scenario."""
    arm: str = ""
    """The name of the arm; empty in an experiment without arms."""
    arm_constants: frozenset[str] = frozenset()
    """The names of the constants that the arm sets."""
    expect: Expectation = Expectation.KEPT
    """Whether the treatments are expected to keep their promises."""

    def location_of(self, key: str, setting: str) -> Location:
        """The location of a setting in the experiment's file; ``key`` is ``factors`` or ``constants``."""
        if key == "constants" and setting in self.arm_constants:
            return ("arms", self.arm, "settings", setting)
        return (*self.location, key, setting) if (key, setting) in self.own_settings else (key, setting)


def submatrices_of(experiment: Experiment) -> list[Submatrix]:
    """The matrices of an experiment in the order of its file, repeated for each arm."""
    if not experiment.arms:
        return _submatrices_on(experiment, experiment.release)
    return [
        replace(
            submatrix,
            arm=name,
            constants={**submatrix.constants, **arm.settings},
            arm_constants=frozenset(arm.settings),
        )
        for name, arm in experiment.arms.items()
        for submatrix in _submatrices_on(experiment, arm.release or experiment.release)
    ]


def _submatrices_on(experiment: Experiment, release: str) -> list[Submatrix]:
    """The matrices of an experiment on brokers of ``release``, before they are repeated for each arm."""
    scenario = experiment.scenario
    if not experiment.parts:
        return [Submatrix(scenario, dict(experiment.factors), dict(experiment.constants))]
    return [
        Submatrix(
            scenario=part.scenario or scenario,
            factors={**experiment.factors, **part.factors},
            constants={**experiment.constants, **part.constants},
            location=("parts", index),
            own_settings=frozenset(
                (key, name) for key in ("factors", "constants") for name in getattr(part, key)
            ),
            has_other_scenario=part.scenario not in (None, scenario),
            expect=part.expected_on(release),
        )
        for index, part in enumerate(experiment.parts)
    ]
