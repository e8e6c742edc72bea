"""Can a sound experiment be run where it is to run?"""

from include.matrix.checks import placed
from include.matrix.experiment import Experiment
from include.matrix.placement import WITH, Where
from include.matrix.submatrices import Part, parts_of
from include.matrix.treatments import combinations, effective, resolve
from include.matrix.validation_errors import Problem
from include.releases.catalogue import feature_of


def problems(experiment: Experiment, where: Where) -> list[Problem]:
    """All reasons why it can't."""
    checks = (faults_possible, brokers_possible, releases_possible, systems_possible)
    return [problem for check in checks for problem in check(experiment, where)]


def faults_possible(experiment: Experiment, where: Where) -> list[Problem]:
    """The place can do what the faults of the experiment take."""
    found = []
    for part in parts_of(experiment):
        for levels in combinations(part):
            takes = resolve(part, levels).takes
            for missing in sorted(takes.keys() - where.means):
                setting, level = takes[missing]
                text = f"{level} takes {missing}, which isn't there; {WITH[missing]} has it"
                found.append(placed(Problem((setting,), text), part, levels))
    return list(dict.fromkeys(found))


def brokers_possible(experiment: Experiment, where: Where) -> list[Problem]:
    """The brokers can be given the settings that they are to be given."""
    if not experiment.brokers or not where.connection:
        return []
    text = f"{where.cluster} is somebody's, and can't be given settings; leave them out there"
    return [Problem(("brokers",), text)]


def releases_possible(experiment: Experiment, where: Where) -> list[Problem]:
    """The release has what settings take; of somebody's brokers it isn't known before they are asked."""
    found = []
    for part in parts_of(experiment) if where.connection is None else ():
        release = _release(experiment, part)
        for levels in combinations(part):
            needed = resolve(part, levels).needed_release()
            if needed and feature_of(release) < needed[1]:
                setting, since = needed[0], ".".join(map(str, needed[1]))
                level = effective(part, levels)[setting]
                text = f"{level} takes Kafka {since} or newer, not {release}; leave out one of the two"
                found.append(placed(Problem((setting,), text), part, levels))
    return list(dict.fromkeys(found))


def systems_possible(experiment: Experiment, where: Where) -> list[Problem]:
    """The place has the servers of the experiment's systems: only this machine has others than Kafka's."""
    if where == Where():
        return []
    found = []
    for part in parts_of(experiment):
        for levels in combinations(part):
            server = resolve(part, levels).server
            if server:
                text = f"{server} runs beside embedded brokers, for processes of this machine, not on {where}"
                found.append(placed(Problem(("system",), text), part, levels))
    return list(dict.fromkeys(found))


def _release(experiment: Experiment, part: Part) -> str:
    """What the brokers of a part run."""
    arm = experiment.arms.get(part.arm)
    return arm.release if arm and arm.release else experiment.release
