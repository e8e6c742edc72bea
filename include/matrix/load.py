"""Load an experiment by its name, or say everything that is wrong with it."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from include.folders import ROOT
from include.matrix import arms, checks
from include.matrix import feasibility as possible
from include.matrix.conditions import Target
from include.matrix.document import Document, read_document
from include.matrix.experiment import Experiment, current_name
from include.matrix.overrides import NONE_GIVEN, Overrides
from include.matrix.run_id import refusal
from include.matrix.validation_errors import ExperimentError, Location, Problem, problems_of
from include.registry import did_you_mean
from include.scenarios.registry import SCENARIOS

EXPERIMENTS = ROOT / "include" / "experiments"

KEYS = [key for key in Experiment.model_fields if key != "name"]
"""What an experiment's file may say."""

SHAPE = {"scenario", "factors", "constants", "parts", "arms"}
"""The keys whose values are looked at closer once they have their shape."""


def load(name_or_path: str, overrides: Overrides = NONE_GIVEN) -> Experiment:
    """The experiment of that name in ``include/experiments``, or in that file.

    Raises:
        ExperimentError: there is none, or something is wrong with it; a line for every problem.
    """
    placement = overrides.placement
    document = overridden(read_document(find(name_or_path)), overrides)
    problems = list(key_problems(document))
    experiment, misfits = shaped(document)
    problems += misfits
    if not {problem.location[0] for problem in misfits} & SHAPE:
        problems += checks.problems(experiment) or possible.problems(experiment, placement)
        problems += arms.problems(experiment, placement)
    if problems:
        problems.sort(key=lambda problem: document.line(problem.location))
        raise ExperimentError(f"{document.where(problem.location)}: {problem}" for problem in problems)
    return experiment


def names() -> list[str]:
    """The experiments there are."""
    return sorted(path.stem for path in EXPERIMENTS.glob("*.yaml"))


def find(name_or_path: str) -> Path:
    """The file of an experiment.

    Raises:
        ExperimentError: there is no such file.
    """
    for path in (EXPERIMENTS / f"{current_name(name_or_path)}.yaml", Path(name_or_path)):
        if path.is_file():
            return path
    hint = did_you_mean(Path(name_or_path).stem, names())
    raise ExperimentError([f"there is no experiment {name_or_path!r}; there are {', '.join(names())}{hint}"])


def overridden(document: Document, overrides: Overrides) -> Document:
    """The document as if the file said what was given when starting."""
    keys, constants = overrides.of(Target.EXPERIMENT), overrides.of(Target.CONSTANT)
    data = {**document.data, **keys}
    given: set[Location] = {(key,) for key in keys}
    if overrides.of(Target.ARM):
        data["arms"] = arms.compared(overrides.baseline, overrides.candidate)
        given.add(("arms",))
    own = data.get("constants", {})
    if constants and isinstance(own, dict):
        data["constants"] = {**own, **constants}
        given |= {("constants", name) for name in constants}
        data["parts"] = [without_constants(part, constants) for part in data.get("parts", [])]
    return replace(document, data=data, given=frozenset(given))


def without_constants(part: Any, names: Collection[str]) -> Any:  # noqa: ANN401 - whatever the file contains
    """A part of an experiment without its own constants of these names, which were given when starting."""
    constants = part.get("constants") if isinstance(part, dict) else None
    if not isinstance(constants, dict):
        return part
    return {**part, "constants": {name: level for name, level in constants.items() if name not in names}}


def key_problems(document: Document) -> Iterator[Problem]:
    """Keys that an experiment doesn't have, and a file whose name can't be an experiment's."""
    if reason := refusal(document.path.stem):
        yield Problem((), f"the file's name is the experiment's and its runs'; it {reason}")
    for key in document.data:
        if key not in KEYS:
            yield Problem((str(key),), unknown(key, settings_of(document.data)))


def unknown(key: object, settings: list[str]) -> str:
    """What to do about a key that an experiment doesn't have."""
    if key == "name":
        return "is no key: an experiment is named by its file"
    if key in settings:
        return "is a setting: it goes below constants or, with its levels, below factors"
    return f"unknown key{did_you_mean(key, KEYS)}"


def settings_of(data: dict[str, Any]) -> list[str]:
    """The settings of the scenario that the file names; none when there is no such scenario."""
    scenario = data.get("scenario")
    return checks.setting_names(scenario) if isinstance(scenario, str) and scenario in SCENARIOS else []


def shaped(document: Document) -> tuple[Experiment, list[Problem]]:
    """The experiment, and what doesn't fit its shape: that is left out, and the rest can be checked."""
    said = {key: value for key, value in document.data.items() if key in KEYS}
    named = {"name": document.path.stem, **said}
    try:
        return Experiment.model_validate(named), []
    except ValidationError as error:
        misfits = problems_of(error)
        stand_in: dict[str, Any] = {"scenario": "", "repetitions": 1}
        sound = {key: value for key, value in named.items() if key not in {m.location[0] for m in misfits}}
        return Experiment.model_construct(**(stand_in | sound)), misfits
