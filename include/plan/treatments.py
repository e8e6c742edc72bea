"""The treatments of an experiment: its combinations of levels, without factors that do not apply."""

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from include.kinds.scenario import SCENARIOS
from include.plan.experiment import Experiment
from include.plan.submatrices import Submatrix, submatrices_of
from include.plan.treatment import Treatment
from include.settings.cell import ScenarioSettings

Levels = Mapping[str, Any]
"""The level of each factor that applies, by the name of the factor."""


def treatments(experiment: Experiment) -> list[Treatment]:
    """All treatments of each submatrix in turn, in the order of nested loops over its factors."""
    return [
        treatment_of(submatrix, levels)
        for submatrix in submatrices_of(experiment)
        for levels in level_combinations(submatrix)
    ]


def treatment_of(submatrix: Submatrix, levels: Levels) -> Treatment:
    """The treatment of one combination of levels.

    Its factors include the arm, if there is one, and the scenario, if it differs from the experiment's.
    """
    scenario = {"scenario": submatrix.scenario} if submatrix.has_other_scenario else {}
    arm = {"arm": submatrix.arm} if submatrix.arm else {}
    return Treatment(
        id=treatment_id(submatrix, levels),
        factors={**arm, **scenario, **levels},
        settings=resolve_settings(submatrix, levels),
        arm=submatrix.arm,
        expect=submatrix.expect,
    )


def level_combinations(submatrix: Submatrix) -> Iterator[Levels]:
    """Yield each different combination of levels once, without factors that do not apply."""
    identities = set()
    for combination in product(*submatrix.factors.values()):
        levels = applicable_levels(submatrix, dict(zip(submatrix.factors, combination, strict=True)))
        identity = tuple(levels.items())
        if identity not in identities:
            identities.add(identity)
            yield levels


def applicable_levels(submatrix: Submatrix, levels: Levels) -> Levels:
    """The levels of the factors that apply. Whether a factor applies depends on other factors' levels."""
    settings = SCENARIOS[submatrix.scenario].settings
    values = effective_values(submatrix, levels)
    return {factor: level for factor, level in levels.items() if settings.applies(factor, values)}


def effective_values(submatrix: Submatrix, levels: Levels) -> dict[str, Any]:
    """The value of every setting in a treatment: the level, the constant or the default.

    The values are not validated.
    """
    settings = SCENARIOS[submatrix.scenario].settings
    defaults = {name: field.default for name, field in settings.model_fields.items()}
    return defaults | submatrix.constants | dict(levels)


def treatment_id(submatrix: Submatrix, levels: Levels) -> str:
    """A readable id, such as ``exactly-once.tx100ms.1024B``; without factors, the scenario's name."""
    settings = SCENARIOS[submatrix.scenario].settings
    slugs = [settings.slug(factor, level) for factor, level in levels.items()]
    scenario = [submatrix.scenario] if submatrix.has_other_scenario or not slugs else []
    return ".".join([*([submatrix.arm] if submatrix.arm else []), *scenario, *slugs])


def resolve_settings(submatrix: Submatrix, levels: Levels) -> ScenarioSettings:
    """All settings of a treatment, validated: the defaults, the constants and the levels.

    Pydantic validates JSON in strict mode. This mode refuses a text or a boolean in place of a number, but
    accepts a text as the value of an enum.
    """
    values = {**submatrix.constants, **levels, "scenario": submatrix.scenario}
    settings: type[ScenarioSettings] = SCENARIOS[submatrix.scenario].settings
    return settings.model_validate_json(json.dumps(values, default=str), strict=True)
