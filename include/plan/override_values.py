"""The values of overrides: reading them, describing them for forms, and finding them in plans."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import ValidationError

from include.kinds.registry import did_you_mean
from include.machine import settings
from include.plan.arm_parsing import BASELINE, CANDIDATE, parse_arm
from include.plan.conditions import Conditions, OverrideTarget
from include.plan.experiment import Arm
from include.plan.overrides import OVERRIDE_NAMES, Overrides, override_of
from include.plan.plan import Plan
from include.plan.validation_errors import ExperimentError, problems_of


def read_overrides(values: Mapping[str, Any]) -> Overrides:
    """The overrides from the values of a form or of options, by name. Empty values are ignored."""
    if unknown := [name for name in values if name not in OVERRIDE_NAMES]:
        hint = did_you_mean(unknown[0], OVERRIDE_NAMES)
        raise ExperimentError([f"parameters: {unknown[0]}: there is no such override{hint}"])
    try:
        return Overrides(**{name: value for name, value in values.items() if value not in (None, "")})
    except ValidationError as error:
        raise ExperimentError(f"parameters: {problem}" for problem in problems_of(error)) from None


def with_conditions_of_environment(overrides: Overrides) -> Overrides:
    """The overrides, and the conditions that only the environment sets (``KERRAN_ATTEMPTS``)."""
    missing = Conditions.model_fields.keys() - overrides.values.keys()
    texts = {name: text for name in missing if (text := settings.option_text(name))}
    values = {name: parse_value(name, text, settings.option_variable(name)) for name, text in texts.items()}
    return read_overrides({**values, **overrides.values})


def parse_value(name: str, text: str, source: str = "") -> Any:  # noqa: ANN401 - as its field is annotated
    """The value of an override, from its text. An ExperimentError about the text begins with ``source``."""
    try:
        return getattr(Overrides.model_validate({name: text}), name)
    except ValidationError as error:
        (problem,) = problems_of(error)
        raise ExperimentError([f"{source}: {problem.text}" if source else problem.text]) from None


_whole_schema = cache(Overrides.model_json_schema)


def form_schema(name: str) -> dict[str, Any]:
    """The JSON schema of an override's values, with its title, description and examples.

    ``type`` is the type of a value. ``enum`` lists the values, if only some are allowed.
    """
    override = override_of(name)
    examples = override.example if isinstance(override.example, list) else [override.example]
    return {**value_schema(_whole_schema(), name), "title": override.title, "examples": examples}


def value_schema(whole: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The JSON schema of the values of a model's field, with the field's description.

    Args:
        whole: The JSON schema of the model.
        name: The name of the field.
    """
    field = whole["properties"][name]
    either = field.get("anyOf", [field])
    schema: dict[str, Any] = next((schema for schema in either if schema.get("type") != "null"), {})
    if reference := schema.get("$ref"):
        schema = whole["$defs"][reference.rpartition("/")[2]]
    limits = {key: part for key, part in schema.items() if key not in ("default", "title")}
    return {**limits, "description": " ".join(field["description"].split())}


def planned_value(plan: Plan, name: str) -> object:
    """The value in a plan that corresponds to an override; a list if cells differ."""
    match override_of(name).target:
        case OverrideTarget.EXPERIMENT:
            return getattr(plan.experiment, name)
        case OverrideTarget.CONSTANT:
            values = sorted({getattr(cell.settings, name) for cell in plan.cells})
            return values[0] if len(values) == 1 else values
        case OverrideTarget.ARM:
            return plan.experiment.arms.get(name)
        case OverrideTarget.PLACEMENT:
            return getattr(plan.placement, name)
        case OverrideTarget.CONDITION:
            return getattr(plan.conditions, name)


def requested_value(overrides: Overrides, name: str) -> object:
    """The value that a plan must have for an override, in the form that ``planned_value`` returns."""
    value = overrides.values[name]
    return Arm.model_validate(parse_arm(name, value)) if name in (BASELINE, CANDIDATE) else value
