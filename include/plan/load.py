"""Load an experiment by its name, or report all of its problems."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from include.kinds.registry import did_you_mean
from include.kinds.scenario import SCENARIOS
from include.machine import settings
from include.machine.folders import ROOT
from include.plan import arm_parsing, checks, feasibility
from include.plan.conditions import OverrideTarget
from include.plan.document import Document, read_document
from include.plan.experiment import Experiment
from include.plan.overrides import NO_OVERRIDES, Overrides, override_of
from include.plan.run_id import run_id_problem
from include.plan.validation_errors import ExperimentError, Location, Problem, problems_of

EXPERIMENTS = ROOT / "include" / "experiments"
"""The folder of Kerran's own experiments. A user's experiments in the folder ``KERRAN_EXPERIMENTS`` are also
found by name."""

TITLE = re.compile(r"^title: *(.+?) *$", re.MULTILINE)
"""The pattern of the line with the title in an experiment's file."""

KEYS = [key for key in Experiment.model_fields if key not in ("name", "judged")]
"""The keys that an experiment's file may contain."""

SUBSTITUTES: Mapping[str, Any] = {"title": "", "question": "", "scenario": "", "repetitions": 1, "seed": 0}
"""Values for required keys that are missing or wrong, so that the other keys can be checked."""

STRUCTURE_KEYS = {"scenario", "factors", "constants", "parts", "arms", "reference"}
"""The keys whose values must have the right types before the experiment can be checked further."""


def load(name_or_path: str, overrides: Overrides = NO_OVERRIDES) -> Experiment:
    """Load an experiment by its name or its path, and apply overrides."""
    return checked(read_document(find(name_or_path)), overrides)


def checked(document: Document, overrides: Overrides) -> Experiment:
    """The experiment in a document, with overrides applied.

    All problems that are found are raised in one ExperimentError.
    """
    placement = overrides.placement
    document = with_overrides(document, overrides)
    problems = list(key_problems(document))
    experiment, type_problems = typed_experiment(document)
    problems += type_problems
    if {problem.location[0] for problem in type_problems} & STRUCTURE_KEYS:
        unknown = [problem for problem in checks.unknown_names(experiment) if problem.location]
        places = {problem.location for problem in unknown}
        problems = [*(problem for problem in problems if problem.location not in places), *unknown]
    else:
        problems += checks.problems(experiment) or feasibility.problems(experiment, placement)
        problems += arm_parsing.problems(experiment, placement)
    if problems:
        problems.sort(key=lambda problem: document.line(problem.location))
        raise ExperimentError(f"{document.position(problem.location)}: {problem}" for problem in problems)
    return experiment


def names() -> list[str]:
    """The names of all experiments."""
    return sorted(_files())


def _files() -> dict[str, Path]:
    """The file of each experiment, by the name of the experiment.

    If a user's experiment has the name of one of Kerran's experiments, Kerran's experiment is used.
    """
    folders = filter(None, (settings.EXPERIMENTS.read(), EXPERIMENTS))
    return {path.stem: path for folder in folders for path in folder.glob("*.yaml")}


def titles() -> dict[str, str]:
    """The title of each experiment by its name. The files are not parsed as YAML."""
    matches = {name: TITLE.search(path.read_text(encoding="utf-8")) for name, path in _files().items()}
    return {name: title[1] for name, title in sorted(matches.items()) if title}


def find(name_or_path: str) -> Path:
    """The file of an experiment, given its name or its path."""
    path = _files().get(name_or_path, Path(name_or_path))
    if path.is_file():
        return path
    if path.is_dir():
        raise ExperimentError([f"{name_or_path} is a folder; name the file of an experiment"])
    if path.parent != Path():
        raise ExperimentError([f"there is no file {name_or_path}"])
    choices, hint = ", ".join(names()), did_you_mean(Path(name_or_path).stem, names())
    raise ExperimentError([f"there is no experiment {name_or_path!r}; choose from {choices}{hint}"])


def with_overrides(document: Document, overrides: Overrides) -> Document:
    """The document with the overrides applied, as if its file contained them."""
    keys, constants = overrides.of(OverrideTarget.EXPERIMENT), overrides.of(OverrideTarget.CONSTANT)
    data = {**document.data, **keys}
    if keys.keys() & {"repetitions", "starts"} or overrides.of(OverrideTarget.ARM):
        data.pop("until", None)  # a number of repetitions or starts that a user gives is exact
    overridden: set[Location] = {(key,) for key in keys}
    if overrides.of(OverrideTarget.ARM):
        texts = {arm_parsing.BASELINE: overrides.baseline, arm_parsing.CANDIDATE: overrides.candidate}
        # An arm without a text has the settings of the experiment.
        data["arms"] = {name: arm_parsing.parse_arm(name, text or "") for name, text in texts.items()}
        overridden |= {("arms", name) for name in texts}
    if constants and isinstance(data.get("constants", {}), dict):
        constant_names = {*constants, *(override_of(name).instead_of for name in constants)}
        data["constants"] = {**without_constants(data, constant_names).get("constants", {}), **constants}
        overridden |= {("constants", name) for name in constants}
        parts = data.get("parts", [])
        if isinstance(parts, list):
            data["parts"] = [without_constants(part, constant_names) for part in parts]
    return replace(document, data=data, overridden=frozenset(overridden))


def without_constants(part: Any, names: Collection[str]) -> Any:  # noqa: ANN401 - a file may contain any value
    """An experiment, or a part of an experiment, without the constants in ``names``."""
    constants = part.get("constants") if isinstance(part, dict) else None
    if not isinstance(constants, dict):
        return part
    return {**part, "constants": {name: level for name, level in constants.items() if name not in names}}


def key_problems(document: Document) -> Iterator[Problem]:
    """Yield a problem for each unknown key, and for a file name that cannot be the beginning of a run id."""
    if reason := run_id_problem(document.path.stem):
        yield Problem((), f"the file name, which names the experiment and its runs, {reason}")
    for key in document.data:
        if key not in KEYS:
            yield Problem((str(key),), unknown_key(key, settings_of(document.data)))


def unknown_key(key: object, settings: list[str]) -> str:
    """The text about an unknown key. If possible, it says how to correct the file."""
    if key == "name":
        return "is not a key; the name of the file is the name of the experiment"
    if key in settings:
        return "is a setting, not a key; move it below constants or, with its levels, below factors"
    return f"is not a key of an experiment{did_you_mean(key, KEYS)}"


def settings_of(data: dict[str, Any]) -> list[str]:
    """The names of the settings of the file's scenario; empty if the scenario does not exist."""
    scenario = data.get("scenario")
    return checks.setting_names(scenario) if isinstance(scenario, str) and scenario in SCENARIOS else []


def typed_experiment(document: Document) -> tuple[Experiment, list[Problem]]:
    """The experiment, and the problems with the types of its values.

    Values of wrong types are replaced, so that the other values can be checked.
    """
    entries = {key: value for key, value in document.data.items() if key in KEYS}
    data = {"name": document.path.stem, **entries}
    try:
        return Experiment.model_validate(data), []
    except ValidationError as error:
        problems = problems_of(error)
        wrong = {problem.location[0] for problem in problems if not _is_constant(data, problem.location)}
        right = {key: value for key, value in data.items() if key not in wrong}
        for problem in problems:
            if problem.location[0] in right:
                right = _with_placeholder(right, problem.location)
        return Experiment.model_validate({**SUBSTITUTES, **right}), problems


def _is_constant(data: Any, location: Location) -> bool:  # noqa: ANN401 - a file may contain any value
    """Whether a location is that of a constant with a name, of the experiment or of one of its parts."""
    try:
        for key in location:
            data = data[key]
    except (LookupError, TypeError):
        return False
    return location[-2:-1] == ("constants",) and isinstance(location[-1], str)


def _with_placeholder(data: Any, location: Location) -> Any:  # noqa: ANN401 - a file may contain any value
    """The data with a number in place of the value at the location, whose name is then still checked."""
    key, *rest = location
    value = _with_placeholder(data[key], tuple(rest)) if rest else 0
    if isinstance(data, list):
        return [value if index == key else other for index, other in enumerate(data)]
    return {**data, key: value}
