"""Check whether an experiment without errors can run on its cluster and with its runner."""

from include.matrix.checks import placed
from include.matrix.cluster_kinds.registry import CLUSTER_KINDS, choices, choices_with
from include.matrix.experiment import Experiment
from include.matrix.placement import Placement, unmanaged
from include.matrix.submatrices import Part, parts_of
from include.matrix.treatments import combinations, effective, resolve
from include.matrix.validation_errors import Problem
from include.releases.versions import feature_of


def problems(experiment: Experiment, placement: Placement) -> list[Problem]:
    """All reasons why the experiment cannot run with this placement."""
    checks = (faults_possible, brokers_possible, releases_possible, systems_possible)
    return [problem for check in checks for problem in check(experiment, placement)]


def faults_possible(experiment: Experiment, placement: Placement) -> list[Problem]:
    """The cluster and the runner have the capabilities that the experiment needs."""
    found = []
    for part in parts_of(experiment):
        for levels in combinations(part):
            takes = resolve(part, levels).needed_capabilities
            for missing in sorted(takes.keys() - placement.capabilities):
                setting, level = takes[missing]
                text = f"{level} needs {missing}; {placement} does not have it, use {choices_with(missing)}"
                found.append(placed(Problem((setting,), text), part, levels))
    return list(dict.fromkeys(found))


def brokers_possible(experiment: Experiment, placement: Placement) -> list[Problem]:
    """Kerran manages the brokers if the experiment sets any of their settings."""
    if not experiment.brokers or placement.kind.manages_brokers:
        return []
    use = choices(lambda kind: kind.manages_brokers)
    text = f"{unmanaged(placement)}; remove the settings, or use {use}"
    return [Problem(("brokers",), text)]


def releases_possible(experiment: Experiment, placement: Placement) -> list[Problem]:
    """The release has the features that settings need; an unmanaged cluster's release is not known yet."""
    found = []
    for part in parts_of(experiment) if placement.kind.manages_brokers else ():
        release = _release(experiment, part)
        for levels in combinations(part):
            needed = resolve(part, levels).needed_release()
            if needed and feature_of(release) < needed[1]:
                setting, since = needed[0], ".".join(map(str, needed[1]))
                level = effective(part, levels)[setting]
                text = f"{level} needs Kafka {since} or newer, not {release}; change one of the two"
                found.append(placed(Problem((setting,), text), part, levels))
    return list(dict.fromkeys(found))


def systems_possible(experiment: Experiment, placement: Placement) -> list[Problem]:
    """Queue servers run beside the cluster, and the load programs can reach them."""
    if placement.runner in placement.kind.queue_server_runners:
        return []
    found = []
    for part in parts_of(experiment):
        for levels in combinations(part):
            server = resolve(part, levels).server
            if server:
                use = _choices_with_servers()
                text = f"{server} is not available: {placement} has no queue servers, use {use}"
                found.append(placed(Problem(("system",), text), part, levels))
    return list(dict.fromkeys(found))


def _choices_with_servers() -> str:
    return " or ".join(
        f"CLUSTER={kind.form} with RUNNER={runner}"
        for kind in CLUSTER_KINDS.values()
        for runner in sorted(kind.queue_server_runners)
    )


def _release(experiment: Experiment, part: Part) -> str:
    """The Kafka release of a part's brokers."""
    arm = experiment.arms.get(part.arm)
    return arm.release if arm and arm.release else experiment.release
