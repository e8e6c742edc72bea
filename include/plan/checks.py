"""Find the problems of an experiment whose keys and values have the right types."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice

from pydantic import ValidationError

from include.kinds.metrics.registry import COLUMNS
from include.kinds.registry import did_you_mean
from include.kinds.scenario import SCENARIOS
from include.plan.experiment import Experiment
from include.plan.submatrices import Submatrix, submatrices_of
from include.plan.treatments import (
    Levels,
    effective_values,
    level_combinations,
    resolve_settings,
    treatment_id,
    treatments,
)
from include.plan.validation_errors import Location, Problem, hides_a_secret, problems_of
from include.settings.compared_columns import compared_columns

MAX_ID_LENGTH = 150
"""The maximum number of characters of a treatment's id. The id is a part of the names of folders (255
characters at most) and of topics (249 at most)."""

SETTING_KEYS = ("factors", "constants")
"""The keys of a file that contain settings of the scenario."""

Check = Callable[[Submatrix], Iterator[Problem]]
"""A check of a matrix, which yields the problems that it finds."""


def problems(experiment: Experiment) -> list[Problem]:
    """The problems from the first stage of checks that finds any. Later stages rely on earlier stages."""
    submatrices = submatrices_of(experiment)
    stages: list[list[Check]] = [
        [_scenario_exists],
        [_settings_exist, _constants_are_no_factors, _levels_are_different],
    ]
    for checks in stages:
        if problems := [problem for matrix in submatrices for check in checks for problem in check(matrix)]:
            return list(dict.fromkeys(problems))
    if problems := [*_number_of_cells_is_allowed(experiment), *_every_start_has_a_block(experiment)]:
        return problems
    if problems := [*_blocks_can_be_decided(experiment), *_rate_can_be_lowered(experiment)]:
        return problems
    last: list[Check] = [_conditions_are_met, _ids_are_short, _scenario_accepts_levels]
    problems = [problem for matrix in submatrices for check in last for problem in check(matrix)]
    problems += [*_ids_are_unique(experiment), *_reference_exists(experiment)]
    if not problems:
        problems = [
            *_what_must_be_detected_is_compared(experiment),
            *_what_must_be_precise_is_a_cost(experiment),
        ]
    return list(dict.fromkeys(problems))


def unknown_names(experiment: Experiment) -> list[Problem]:
    """The scenarios and the settings that do not exist, of an experiment some of whose values are wrong."""
    submatrices = submatrices_of(experiment)
    if problems := [problem for matrix in submatrices for problem in _scenario_exists(matrix)]:
        return list(dict.fromkeys(problems))
    return list(dict.fromkeys(problem for matrix in submatrices for problem in _settings_exist(matrix)))


def _scenario_exists(submatrix: Submatrix) -> Iterator[Problem]:
    name = submatrix.scenario
    if name not in SCENARIOS:
        hint = did_you_mean(name, SCENARIOS)
        text = f"there is no scenario {name!r}; choose from {', '.join(SCENARIOS)}{hint}"
        location = (*submatrix.location, "scenario") if submatrix.has_other_scenario else ("scenario",)
        yield Problem(location, text)


def _settings_exist(submatrix: Submatrix) -> Iterator[Problem]:
    names = setting_names(submatrix.scenario)
    for key in SETTING_KEYS:
        for setting in getattr(submatrix, key):
            if setting not in names:
                text = f"the {submatrix.scenario} scenario has no such setting{did_you_mean(setting, names)}"
                yield Problem(submatrix.location_of(key, setting), text)


def setting_names(scenario: str) -> list[str]:
    """The names of a scenario's settings that an experiment can have as factors or constants."""
    return [name for name in SCENARIOS[scenario].settings.model_fields if name != "scenario"]


def _constants_are_no_factors(submatrix: Submatrix) -> Iterator[Problem]:
    for setting in submatrix.constants:
        if setting in submatrix.factors:
            location = submatrix.location_of("constants", setting)
            yield Problem(location, "is a factor too; remove it from the factors or from the constants")


def _levels_are_different(submatrix: Submatrix) -> Iterator[Problem]:
    for factor, levels in submatrix.factors.items():
        for index, level in enumerate(levels):
            if level in levels[:index]:
                location = (*submatrix.location_of("factors", factor), index)
                shown_level = "a level" if hides_a_secret(level, factor) else f"the level {level}"
                yield Problem(location, f"{shown_level} occurs twice; remove one of the two")


def _number_of_cells_is_allowed(experiment: Experiment) -> Iterator[Problem]:
    """Check that the experiment has at most ``most_cells`` cells. Further cells are not counted."""
    most = experiment.most_cells // experiment.most_repetitions
    combinations = chain.from_iterable(level_combinations(matrix) for matrix in submatrices_of(experiment))
    if len(list(islice(combinations, most + 1))) > most:
        yield Problem(
            ("repetitions",),
            f"{experiment.most_repetitions} repetitions of every treatment are more than "
            f"{experiment.most_cells:,} cells; if that is intended, allow it with `most_cells: N`",
        )


def _every_start_has_a_block(experiment: Experiment) -> Iterator[Problem]:
    if experiment.starts > experiment.repetitions:
        text = (
            f"each of the {experiment.starts} starts of the brokers needs a repetition, but the number of "
            "repetitions is"
        )
        most = f"choose at most {experiment.repetitions} (STARTS={experiment.repetitions})"
        yield Problem(("starts",), f"{text} {experiment.repetitions}; {most}")


def _blocks_can_be_decided(experiment: Experiment) -> Iterator[Problem]:
    """Check that ``until`` suits the other keys."""
    until = experiment.until
    if until is None:
        return
    if until.repetitions < experiment.repetitions:
        text = f"{until.repetitions} is less than the {experiment.repetitions} repetitions that every run has"
        yield Problem(("until", "repetitions"), text)
    if experiment.starts > 1 or experiment.arms:
        what = "several starts" if experiment.starts > 1 else "arms"
        yield Problem(("until",), f"cannot be combined with {what}; leave it out, and choose the repetitions")


def _rate_can_be_lowered(experiment: Experiment) -> Iterator[Problem]:
    """Check that ``sustained_share`` has a constant rate to lower."""
    if experiment.sustained_share is not None and not isinstance(
        experiment.constants.get("rate"), int | float
    ):
        yield Problem(("sustained_share",), "lowers a constant rate, and the constants have no rate; add one")


def _conditions_are_met(submatrix: Submatrix) -> Iterator[Problem]:
    """Check that every factor and constant applies to at least one treatment."""
    treatments = [effective_values(submatrix, levels) for levels in level_combinations(submatrix)]
    for key in SETTING_KEYS:
        for setting in getattr(submatrix, key):
            condition = SCENARIOS[submatrix.scenario].settings.applies_when(setting)
            is_shared = bool(submatrix.location) and (key, setting) not in submatrix.own_settings
            if condition and not is_shared and not any(condition.holds(values) for values in treatments):
                text = f"only has a meaning with {condition}, which no treatment has"
                yield Problem(submatrix.location_of(key, setting), text)


def _ids_are_short(submatrix: Submatrix) -> Iterator[Problem]:
    longest = max(len(treatment_id(submatrix, levels)) for levels in level_combinations(submatrix))
    if longest > MAX_ID_LENGTH:
        yield Problem(
            (*submatrix.location, "factors"),
            f"the ids of treatments have up to {longest} characters, and {MAX_ID_LENGTH} are allowed; move "
            "factors that have only one level to the constants",
        )


def _ids_are_unique(experiment: Experiment) -> Iterator[Problem]:
    occurrences = [
        (treatment_id(submatrix, levels), submatrix)
        for submatrix in submatrices_of(experiment)
        for levels in level_combinations(submatrix)
    ]
    counts = Counter(name for name, _ in occurrences)
    for name, submatrix in reversed(occurrences):
        if counts[name] > 1:
            counts[name] = 0
            text = (
                f"the treatment {name} is in several parts; make a factor of a setting in which this part "
                "differs, or remove the part"
            )
            yield Problem(submatrix.location, text)


def _reference_exists(experiment: Experiment) -> Iterator[Problem]:
    """Check that the levels of the reference are levels of factors, or the scenario of a part."""
    matrices = submatrices_of(experiment)
    for name, level in experiment.reference.items():
        levels = (
            [matrix.scenario for matrix in matrices]
            if name == "scenario"
            else [other for matrix in matrices for other in matrix.factors.get(name, [])]
        )
        if not levels:
            text = "is no factor; a reference may only contain factors, each with one of its levels"
            yield Problem(("reference", name), text)
        elif level not in levels:
            choices = ", ".join(map(str, dict.fromkeys(levels)))
            yield Problem(("reference", name), f"{level} is no level of this factor; choose from {choices}")


def _what_must_be_detected_is_compared(experiment: Experiment) -> Iterator[Problem]:
    """Check that the experiment compares arms in every quantity of ``must_detect``."""
    settings = [treatment.settings for treatment in treatments(experiment)]
    columns = list(dict.fromkeys(column for levels in settings for column in compared_columns(levels)))
    for name in experiment.must_detect:
        location = ("must_detect", name)
        if not experiment.arms:
            yield Problem(location, "is compared between arms only, and the experiment has no arms")
        elif name not in columns:
            hint = did_you_mean(name, columns)
            yield Problem(location, f"is not compared; choose from {', '.join(columns)}{hint}")


def _scenario_accepts_levels(submatrix: Submatrix) -> Iterator[Problem]:
    for levels in level_combinations(submatrix):
        try:
            resolve_settings(submatrix, levels)
        except ValidationError as error:
            yield from (located(problem, submatrix, levels) for problem in problems_of(error))


def located(problem: Problem, submatrix: Submatrix, levels: Levels) -> Problem:
    """The problem of a setting, with the location of the setting in the file.

    If the file does not contain the setting, the location is the place where the setting belongs.
    """
    setting = str(problem.location[0])
    if setting == "scenario":
        return Problem((*(submatrix.location if submatrix.has_other_scenario else ()), setting), problem.text)
    if setting in levels:
        index = submatrix.factors[setting].index(levels[setting])
        location = (*submatrix.location_of("factors", setting), index, *problem.location[1:])
        return Problem(location, problem.text)
    if setting in submatrix.constants:
        location = (*submatrix.location_of("constants", setting), *problem.location[1:])
        return Problem(location, problem.text)
    missing: Location = (*submatrix.location, "factors", setting)
    return Problem(missing, f"{problem.text}; set it as a factor or a constant")


def _what_must_be_precise_is_a_cost(experiment: Experiment) -> Iterator[Problem]:
    """Check that every quantity of ``until.precision`` is a cost, with the unit of its comparison."""
    settings = [treatment.settings for treatment in treatments(experiment)]
    columns = list(dict.fromkeys(column for levels in settings for column in compared_columns(levels)))
    for name, half_width in experiment.until.precision.items() if experiment.until else ():
        location = ("until", "precision", name)
        if name not in columns:
            yield Problem(
                location, f"is not compared; choose from {', '.join(columns)}{did_you_mean(name, columns)}"
            )
            continue
        unit = "ms" if COLUMNS[name].unit == "ms" else "%"
        if not half_width.endswith(unit):
            yield Problem(location, f"{half_width} should be a number of {unit}")
