"""From factors to treatments: every combination of levels that means something."""

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from include.matrix.experiment import Experiment
from include.matrix.plan import Treatment
from include.matrix.submatrices import Part, parts_of
from include.scenarios.registry import SCENARIOS
from include.scenarios.scenario_settings import ScenarioSettings

Levels = Mapping[str, Any]
"""The chosen level of each factor that applies."""


def treatments(experiment: Experiment) -> list[Treatment]:
    """All treatments, as nested loops over the factors in their order in the file would make them.

    Raises:
        pydantic.ValidationError: the scenario refuses a level.
    """
    return [treatment(part, levels) for part in parts_of(experiment) for levels in combinations(part)]


def treatment(part: Part, levels: Levels) -> Treatment:
    """The treatment of one combination of levels; of another scenario than the experiment's, with that."""
    departure = {"scenario": part.scenario} if part.is_departure else {}
    arm = {"arm": part.arm} if part.arm else {}
    return Treatment(
        id=treatment_id(part, levels),
        factors={**arm, **departure, **levels},
        settings=resolve(part, levels),
        arm=part.arm,
    )


def combinations(part: Part) -> Iterator[Levels]:
    """Each different combination of levels once; factors that don't apply in it are left out."""
    seen = set()
    for chosen in product(*part.factors.values()):
        levels = applicable(part, dict(zip(part.factors, chosen, strict=True)))
        identity = tuple(levels.items())
        if identity not in seen:
            seen.add(identity)
            yield levels


def applicable(part: Part, levels: Levels) -> Levels:
    """The levels without those of factors that have no meaning beside the others."""
    settings = SCENARIOS[part.scenario].settings
    beside = effective(part, levels)
    conditions = {factor: settings.applies_when(factor) for factor in levels}
    return {
        factor: levels[factor]
        for factor, condition in conditions.items()
        if condition is None or condition.holds(beside)
    }


def effective(part: Part, levels: Levels) -> dict[str, Any]:
    """What every setting has in a treatment, unvalidated: its level, else the constant, else the default."""
    settings = SCENARIOS[part.scenario].settings
    defaults = {name: field.default for name, field in settings.model_fields.items()}
    return defaults | part.constants | dict(levels)


def treatment_id(part: Part, levels: Levels) -> str:
    """A readable name such as ``exactly-once.tx100ms.1024B``; without factors, the scenario's."""
    settings = SCENARIOS[part.scenario].settings
    named = [settings.slug(factor, level) for factor, level in levels.items()]
    scenario = [part.scenario] if part.is_departure or not named else []
    return ".".join([*([part.arm] if part.arm else []), *scenario, *named])


def resolve(part: Part, levels: Levels) -> ScenarioSettings:
    """All settings of a treatment: the scenario's defaults, the constants, the levels.

    Read as JSON, which can be strict (no number from a text, none from true) and still take a semantics by
    its name.
    """
    values = {**part.constants, **levels, "scenario": part.scenario}
    return SCENARIOS[part.scenario].settings.model_validate_json(json.dumps(values, default=str), strict=True)
