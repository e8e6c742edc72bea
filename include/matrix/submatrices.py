"""The matrices that an experiment is made of: most have one, whose part is the whole."""

from dataclasses import dataclass, field, replace
from typing import Any

from include.matrix.experiment import Experiment
from include.matrix.validation_errors import Location
from include.scenarios.registry import SCENARIOS


@dataclass(frozen=True)
class Part:
    """A scenario with factors and constants; the experiment's own, and what the part adds to them."""

    scenario: str
    factors: dict[str, list[Any]]
    constants: dict[str, Any]
    location: Location = ()
    """Where the part stands in the file."""
    own: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    """Which factors and constants the part itself has."""
    is_departure: bool = False
    """Whether its scenario isn't the experiment's, so that it belongs into the names of its treatments."""
    arm: str = ""
    """The arm that it is a part of, where the experiment has any."""
    of_arm: frozenset[str] = frozenset()
    """The constants that the arm has set."""

    def place_of(self, kind: str, setting: str) -> Location:
        """Where the file has a factor or a constant."""
        if kind == "constants" and setting in self.of_arm:
            return ("arms", self.arm, "settings", setting)
        return (*self.location, kind, setting) if (kind, setting) in self.own else (kind, setting)


def parts_of(experiment: Experiment) -> list[Part]:
    """The experiment's parts, in the order of its file; one that is the whole where it names none.

    Where it has arms, each has all the parts, with what it sets itself.
    """
    parts = _parts(experiment)
    if not experiment.arms:
        return parts
    return [
        replace(
            part,
            arm=name,
            constants={**part.constants, **arm.settings},
            of_arm=frozenset(arm.settings),
        )
        for name, arm in experiment.arms.items()
        for part in parts
    ]


def _parts(experiment: Experiment) -> list[Part]:
    if not experiment.parts:
        return [Part(_current(experiment.scenario), dict(experiment.factors), dict(experiment.constants))]
    return [
        Part(
            scenario=_current(part.scenario or experiment.scenario),
            factors={**experiment.factors, **part.factors},
            constants={**experiment.constants, **part.constants},
            location=("parts", place),
            own=frozenset((kind, name) for kind in ("factors", "constants") for name in getattr(part, kind)),
            is_departure=_current(part.scenario or experiment.scenario) != _current(experiment.scenario),
        )
        for place, part in enumerate(experiment.parts)
    ]


def _current(scenario: str) -> str:
    """The present name of a scenario; one that does not exist is reported elsewhere."""
    return SCENARIOS.current(scenario) if scenario in SCENARIOS else scenario
