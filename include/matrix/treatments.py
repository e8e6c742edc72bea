"""From factors to treatments: every combination of levels that means something."""

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from include.matrix.experiment import Experiment
from include.matrix.plan import Treatment
from include.scenarios.catalogue import SCENARIOS, AnySettings

Levels = Mapping[str, Any]
"""The chosen level of each factor that applies."""


def treatments(experiment: Experiment) -> list[Treatment]:
    """All treatments, as nested loops over the factors in their order in the file would make them.

    Raises:
        pydantic.ValidationError: the scenario refuses a level.
    """
    return [treatment(experiment, levels) for levels in combinations(experiment)]


def treatment(experiment: Experiment, levels: Levels) -> Treatment:
    """The treatment of one combination of levels."""
    return Treatment(
        id=treatment_id(experiment, levels), factors=dict(levels), settings=resolve(experiment, levels)
    )


def combinations(experiment: Experiment) -> Iterator[Levels]:
    """Each different combination of levels once; factors that don't apply in it are left out."""
    seen = set()
    for chosen in product(*experiment.factors.values()):
        levels = applicable(experiment, dict(zip(experiment.factors, chosen, strict=True)))
        identity = tuple(levels.items())
        if identity not in seen:
            seen.add(identity)
            yield levels


def applicable(experiment: Experiment, levels: Levels) -> Levels:
    """The levels without those of factors that have no meaning beside the others."""
    settings = SCENARIOS[experiment.scenario]
    beside = effective(experiment, levels)
    conditions = {factor: settings.applies_when(factor) for factor in levels}
    return {
        factor: levels[factor]
        for factor, condition in conditions.items()
        if condition is None or condition.holds(beside)
    }


def effective(experiment: Experiment, levels: Levels) -> dict[str, Any]:
    """What every setting has in a treatment, unvalidated: its level, else the constant, else the default."""
    settings = SCENARIOS[experiment.scenario]
    defaults = {name: field.default for name, field in settings.model_fields.items()}
    return defaults | experiment.constants | dict(levels)


def treatment_id(experiment: Experiment, levels: Levels) -> str:
    """A readable name such as ``exactly-once.tx100ms.1024B``; without factors, the scenario's."""
    settings = SCENARIOS[experiment.scenario]
    return ".".join(settings.slug(factor, level) for factor, level in levels.items()) or experiment.scenario


def resolve(experiment: Experiment, levels: Levels) -> AnySettings:
    """All settings of a treatment: the scenario's defaults, the constants, the levels.

    Read as JSON, which can be strict (no number from a text, none from true) and still take a semantics by
    its name.
    """
    values = {**experiment.constants, **levels, "scenario": experiment.scenario}
    return SCENARIOS[experiment.scenario].model_validate_json(json.dumps(values, default=str), strict=True)
