"""What can be wrong with an experiment whose file is well formed."""

from collections.abc import Iterator
from itertools import islice

from pydantic import ValidationError

from include.matrix.experiment import Experiment
from include.matrix.problems import Problem, did_you_mean, problems_of
from include.matrix.treatments import Levels, combinations, effective, resolve, treatment_id
from include.scenarios.catalogue import SCENARIOS

LONGEST_ID = 150
"""Characters of a treatment's id: it goes into the names of folders (255 at most) and topics (249)."""


def problems(experiment: Experiment) -> list[Problem]:
    """All problems that can be told at once: the later checks need what the earlier ones make sure of."""
    for checks in ([scenario_exists], [settings_exist, settings_differ, levels_differ], [few_enough]):
        if found := [problem for check in checks for problem in check(experiment)]:
            return found
    return [*conditions_met(experiment), *ids_fit(experiment), *levels_accepted(experiment)]


def scenario_exists(experiment: Experiment) -> Iterator[Problem]:
    """The scenario is one of the catalogue's."""
    name = experiment.scenario
    if name not in SCENARIOS:
        text = f"there is no {name!r}; there is {', '.join(SCENARIOS)}{did_you_mean(name, SCENARIOS)}"
        yield Problem(("scenario",), text)


def settings_exist(experiment: Experiment) -> Iterator[Problem]:
    """Factors and constants are settings of the scenario."""
    known = setting_names(experiment.scenario)
    for kind in ("factors", "constants"):
        for setting in getattr(experiment, kind):
            if setting not in known:
                text = f"the {experiment.scenario} scenario has no such setting{did_you_mean(setting, known)}"
                yield Problem((kind, setting), text)


def setting_names(scenario: str) -> list[str]:
    """What factors and constants may set in a scenario."""
    return [name for name in SCENARIOS[scenario].model_fields if name != "scenario"]


def settings_differ(experiment: Experiment) -> Iterator[Problem]:
    """Nothing is both a factor and a constant."""
    for setting in experiment.constants:
        if setting in experiment.factors:
            yield Problem(("constants", setting), "is a factor too; it can only be one of the two")


def levels_differ(experiment: Experiment) -> Iterator[Problem]:
    """No factor has a level twice."""
    for factor, levels in experiment.factors.items():
        for place, level in enumerate(levels):
            if level in levels[:place]:
                yield Problem(("factors", factor, place), f"{level} is there twice")


def few_enough(experiment: Experiment) -> Iterator[Problem]:
    """No more cells than the file says are meant; counted no further than that."""
    most = experiment.most_cells // experiment.repetitions
    if len(list(islice(combinations(experiment), most + 1))) > most:
        yield Problem(
            ("repetitions",),
            f"{experiment.repetitions} of every treatment make more than {experiment.most_cells:,} cells; "
            "if that is meant, say so in the file with `most_cells: N`",
        )


def conditions_met(experiment: Experiment) -> Iterator[Problem]:
    """Every setting that is given has a meaning in some treatment."""
    treatments = [effective(experiment, levels) for levels in combinations(experiment)]
    for kind in ("factors", "constants"):
        for setting in getattr(experiment, kind):
            condition = SCENARIOS[experiment.scenario].applies_when(setting)
            if condition and not any(condition.holds(settings) for settings in treatments):
                text = f"only has a meaning with {condition.setting}: {' or '.join(condition.levels)}"
                yield Problem((kind, setting), f"{text}, which no treatment has")


def ids_fit(experiment: Experiment) -> Iterator[Problem]:
    """Treatment ids are short enough to name things by."""
    longest = max(len(treatment_id(experiment, levels)) for levels in combinations(experiment))
    if longest > LONGEST_ID:
        text = f"make ids of {longest} characters, {LONGEST_ID} fit; turn those with one level into constants"
        yield Problem(("factors",), text)


def levels_accepted(experiment: Experiment) -> Iterator[Problem]:
    """The scenario accepts every treatment's settings."""
    for levels in combinations(experiment):
        try:
            resolve(experiment, levels)
        except ValidationError as error:
            yield from (placed(problem, experiment, levels) for problem in problems_of(error))


def placed(problem: Problem, experiment: Experiment, levels: Levels) -> Problem:
    """A problem with a setting, put where the file sets it."""
    setting = str(problem.location[0])
    if setting in levels:
        place = experiment.factors[setting].index(levels[setting])
        return Problem(("factors", setting, place), problem.text)
    if setting in experiment.constants:
        return Problem(("constants", setting), problem.text)
    return Problem(("factors", setting), f"{problem.text}: make it a factor or a constant")
