"""What can be wrong with an experiment whose file is well formed."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice

from pydantic import ValidationError

from include.matrix.experiment import Experiment
from include.matrix.submatrices import Part, parts_of
from include.matrix.treatments import Levels, combinations, effective, resolve, treatment_id
from include.matrix.validation_errors import Location, Problem, problems_of
from include.registry import did_you_mean
from include.scenarios.registry import SCENARIOS

LONGEST_ID = 150
"""Characters of a treatment's id: it goes into the names of folders (255 at most) and topics (249)."""

KINDS = ("factors", "constants")

Check = Callable[[Part], Iterator[Problem]]


def problems(experiment: Experiment) -> list[Problem]:
    """All problems that can be told at once: the later checks need what the earlier ones make sure of."""
    parts = parts_of(experiment)
    stages: list[list[Check]] = [[scenario_exists], [settings_exist, settings_differ, levels_differ]]
    for checks in stages:
        if found := [problem for part in parts for check in checks for problem in check(part)]:
            return list(dict.fromkeys(found))
    if found := list(few_enough(experiment)):
        return found
    each: list[Check] = [conditions_met, ids_fit, levels_accepted]
    of_parts = [problem for part in parts for check in each for problem in check(part)]
    return list(dict.fromkeys([*of_parts, *treatments_differ(experiment)]))


def scenario_exists(part: Part) -> Iterator[Problem]:
    """The scenario is one of the catalogue's."""
    name = part.scenario
    if name not in SCENARIOS:
        text = f"there is no {name!r}; there is {', '.join(SCENARIOS)}{did_you_mean(name, SCENARIOS)}"
        yield Problem((*part.location, "scenario") if part.is_departure else ("scenario",), text)


def settings_exist(part: Part) -> Iterator[Problem]:
    """Factors and constants are settings of the scenario."""
    known = setting_names(part.scenario)
    for kind in KINDS:
        for setting in getattr(part, kind):
            if setting not in known:
                text = f"the {part.scenario} scenario has no such setting{did_you_mean(setting, known)}"
                yield Problem(part.place_of(kind, setting), text)


def setting_names(scenario: str) -> list[str]:
    """What factors and constants may set in a scenario."""
    return [name for name in SCENARIOS[scenario].settings.model_fields if name != "scenario"]


def settings_differ(part: Part) -> Iterator[Problem]:
    """Nothing is both a factor and a constant."""
    for setting in part.constants:
        if setting in part.factors:
            place = part.place_of("constants", setting)
            yield Problem(place, "is a factor too; it can only be one of the two")


def levels_differ(part: Part) -> Iterator[Problem]:
    """No factor has a level twice."""
    for factor, levels in part.factors.items():
        for place, level in enumerate(levels):
            if level in levels[:place]:
                yield Problem((*part.place_of("factors", factor), place), f"{level} is there twice")


def few_enough(experiment: Experiment) -> Iterator[Problem]:
    """No more cells than the file says are meant; counted no further than that."""
    most = experiment.most_cells // experiment.repetitions
    every = chain.from_iterable(combinations(part) for part in parts_of(experiment))
    if len(list(islice(every, most + 1))) > most:
        yield Problem(
            ("repetitions",),
            f"{experiment.repetitions} of every treatment make more than {experiment.most_cells:,} cells; "
            "if that is meant, say so in the file with `most_cells: N`",
        )


def conditions_met(part: Part) -> Iterator[Problem]:
    """Every setting that is given has a meaning in some treatment."""
    treatments = [effective(part, levels) for levels in combinations(part)]
    for kind in KINDS:
        for setting in getattr(part, kind):
            condition = SCENARIOS[part.scenario].settings.applies_when(setting)
            is_shared = bool(part.location) and (kind, setting) not in part.own
            if condition and not is_shared and not any(condition.holds(settings) for settings in treatments):
                text = f"only has a meaning with {condition}, which no treatment has"
                yield Problem(part.place_of(kind, setting), text)


def ids_fit(part: Part) -> Iterator[Problem]:
    """Treatment ids are short enough to name things by."""
    longest = max(len(treatment_id(part, levels)) for levels in combinations(part))
    if longest > LONGEST_ID:
        text = f"make ids of {longest} characters, {LONGEST_ID} fit; turn those with one level into constants"
        yield Problem((*part.location, "factors"), text)


def treatments_differ(experiment: Experiment) -> Iterator[Problem]:
    """No two parts have a treatment of the same name."""
    named = [
        (treatment_id(part, levels), part) for part in parts_of(experiment) for levels in combinations(part)
    ]
    counted = Counter(name for name, _ in named)
    for name, part in reversed(named):
        if counted[name] > 1:
            counted[name] = 0
            text = f"{name} is there twice; what tells this part from the others must be a factor"
            yield Problem(part.location, text)


def levels_accepted(part: Part) -> Iterator[Problem]:
    """The scenario accepts every treatment's settings."""
    for levels in combinations(part):
        try:
            resolve(part, levels)
        except ValidationError as error:
            yield from (placed(problem, part, levels) for problem in problems_of(error))


def placed(problem: Problem, part: Part, levels: Levels) -> Problem:
    """A problem with a setting, put where the file sets it."""
    setting = str(problem.location[0])
    if setting in levels:
        place = part.factors[setting].index(levels[setting])
        return Problem((*part.place_of("factors", setting), place), problem.text)
    if setting in part.constants:
        return Problem(part.place_of("constants", setting), problem.text)
    return Problem(unset(part, setting), f"{problem.text}: make it a factor or a constant")


def unset(part: Part, setting: str) -> Location:
    """Where a setting that the file doesn't have would stand."""
    return (*part.location, "factors", setting)
