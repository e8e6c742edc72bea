"""The text of docs/settings.md: every key of an experiment, and every setting of its cells."""

import re
from collections.abc import Iterator, Mapping, Sequence
from inspect import get_annotations
from json import dumps
from typing import Any

from pydantic import BaseModel

from docs.pages.markdown import table
from include.kinds.scenario import SCENARIOS
from include.load.strike_conditions import Until, Where
from include.load.strike_terms import Strike
from include.plan.experiment import Arm, Experiment, ExperimentPart, StopRule

INTRODUCTION = """\
# Settings

This page is generated from the models in `include/plan` and `include/scenarios`. The file of an experiment
([experiments.md](experiments.md)) has the keys of the first four tables. Its `factors` and `constants` are
settings of its scenario: each is listed once, with the scenarios that have it, and again where a scenario has
another default or condition. A factor that does not apply to a treatment is left out of it.
"""

KEYS = (Experiment, ExperimentPart, Arm, StopRule)
TERMS = (Strike, Where, Until)
NOT_IN_FILES = {"name", "judged"}
KINDS = {"integer": "whole number", "number": "number", "boolean": "`true` or `false`", "string": "text"}
BOUNDS = {"minimum": "from", "exclusiveMinimum": "above", "maximum": "up to"}


def page() -> str:
    """The page as Markdown."""
    keys, terms = ([line for model in models for line in _section(model, ())] for models in (KEYS, TERMS))
    settings = (line for part in scenarios_of_models().items() for line in _section(*part))
    return "\n".join([INTRODUCTION, *keys, *settings, *terms])


def scenarios_of_models() -> dict[type[BaseModel], Sequence[str]]:
    """The classes that define settings, each with the scenarios that have these settings.

    General classes come first.
    """
    every = [(name, model) for name, record in SCENARIOS.items() for model in reversed(record.settings.mro())]
    models = [model for _, model in every if issubclass(model, BaseModel) and keys_of(model)]
    return {model: [name for name, other in every if other is model] for model in models}


def keys_of(model: type[BaseModel]) -> list[str]:
    """The keys of a file that a class itself defines; the scenario is a key of the experiment."""
    hidden = NOT_IN_FILES if model in KEYS else {"scenario"}
    return [name for name in get_annotations(model) if name in model.model_fields.keys() - hidden]


def _section(model: type[BaseModel], scenarios: Sequence[str]) -> Iterator[str]:
    about = f"{model.__doc__} Scenarios: {', '.join(scenarios)}." if scenarios else f"{model.__doc__}"
    yield from (f"## {_title(model.__name__)}", "", _markdown(about), "")
    rows, schema = [], model.model_json_schema(mode="serialization")
    for name in keys_of(model):
        field, value = model.model_fields[name], schema["properties"][name]
        default = "must be given" if field.is_required() else _level(value.get("default"))
        condition = SCENARIOS[scenarios[0]].settings.applies_when(name) if scenarios else None
        kind, meaning = _kind(value, schema.get("$defs", {})), _markdown(field.description or "")
        rows.append((f"`{name}`", kind, default, str(condition or ""), meaning))
    yield from table(("key", "value", "default", "applies when", "meaning"), rows)


def _kind(value: Mapping[str, Any], models: Mapping[str, Any]) -> str:
    """The type and the range of a value, or its levels.

    They come from its JSON schema and the schemas of other models.
    """
    match value:
        case {"$ref": reference}:
            return _kind(models[reference.rpartition("/")[2]], models)
        case {"anyOf": kinds}:
            return " or ".join(_kind(kind, models) for kind in kinds if kind != {"type": "null"})
        case {"enum": levels}:
            return " or ".join(map(_level, levels))
        case {"const": level}:
            return _level(level)
        case {"items": items}:
            return f"list: {_kind(items, models)}"
        case {"properties": _, "title": title}:
            return f"[{_title(title).lower()}](#{_title(title).lower().replace(' ', '-')})"
        case {"patternProperties": kinds}:
            return f"names: {_kind(next(iter(kinds.values())), models)}"
        case {"additionalProperties": kind}:
            return f"names: {_kind({} if kind is True else kind, models)}"
    bounds = [f"{words} {value[bound]}" for bound, words in BOUNDS.items() if bound in value]
    return " ".join([KINDS.get(value.get("type", ""), "value"), *bounds])


def _level(level: object) -> str:
    return f"`{dumps(level)}`".replace('"', "") if level not in (None, [], {}) else "none"


def _title(name: str) -> str:
    return re.sub("(?<!^)(?=[A-Z])", " ", name).capitalize()


def _markdown(text: str) -> str:
    return " ".join(text.replace("``", "`").split())
