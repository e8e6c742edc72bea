"""Find the reasons why a correct experiment cannot run on its cluster and with its runner."""

from collections.abc import Iterator

from include.kinds.cluster_kind import CLUSTER_KINDS, choices, choices_with
from include.machine.releases.kafka_catalogue import release_problem
from include.machine.releases.versions import feature_of
from include.plan.checks import located
from include.plan.cluster_and_runner import Placement, unmanaged
from include.plan.experiment import Experiment
from include.plan.submatrices import Submatrix, submatrices_of
from include.plan.treatments import Levels, effective_values, level_combinations, resolve_settings
from include.plan.validation_errors import Location, Problem
from include.settings.cell import ScenarioSettings
from include.settings.topic import as_properties


def problems(experiment: Experiment, placement: Placement) -> list[Problem]:
    """All reasons why the experiment cannot run with this placement."""
    checks = (
        missing_capabilities,
        fixed_brokers,
        missing_releases,
        old_releases,
        values_beyond_bounds,
        missing_queue_servers,
    )
    return list(dict.fromkeys(problem for check in checks for problem in check(experiment, placement)))


def missing_capabilities(experiment: Experiment, placement: Placement) -> Iterator[Problem]:
    """Yield the settings that need a capability which the cluster and the runner do not have."""
    for submatrix, levels, settings in _treatments(experiment):
        needs = settings.traits.needs.capabilities
        for missing in sorted(needs.keys() - placement.capabilities):
            setting, level = needs[missing]
            text = f"{level} needs {missing}, which {placement} does not have; use {choices_with(missing)}"
            yield located(Problem((setting,), text), submatrix, levels)


def fixed_brokers(experiment: Experiment, placement: Placement) -> Iterator[Problem]:
    """Yield a problem if the experiment configures or restarts brokers that Kerran does not manage."""
    if placement.kind.manages_brokers:
        return
    use = choices(lambda kind: kind.manages_brokers)
    if experiment.brokers:
        yield Problem(("brokers",), f"{unmanaged(placement)}; remove the settings, or use {use}")
    if experiment.starts > 1:
        yield Problem(("starts",), f"{unmanaged(placement)}; remove the key, set STARTS=1, or use {use}")


def old_releases(experiment: Experiment, placement: Placement) -> Iterator[Problem]:
    """Yield the settings that need a newer Kafka release than that of the brokers.

    Nothing is yielded for a cluster that Kerran does not manage.
    """
    if not placement.kind.manages_brokers:
        return
    for submatrix, levels, settings in _treatments(experiment):
        release, need = _release(experiment, submatrix), settings.traits.needs.release
        if need and feature_of(release) < need[1]:
            setting, feature = need
            minimum = ".".join(map(str, feature))
            level = effective_values(submatrix, levels)[setting]
            text = f"{level} needs Kafka {minimum} or newer, not {release}; change one of the two"
            yield located(Problem((setting,), text), submatrix, levels)


def values_beyond_bounds(experiment: Experiment, placement: Placement) -> Iterator[Problem]:
    """Yield the values that the brokers would refuse, because settings of the brokers bound them.

    Nothing is yielded for a cluster that Kerran does not manage.
    """
    if not placement.kind.manages_brokers:
        return
    for submatrix, levels, settings in _treatments(experiment):
        brokers = _broker_settings(experiment, submatrix)
        for setting, name, default, is_least in settings.traits.needs.bounds:
            value, configured = getattr(settings, setting), brokers.get(name, "")
            bound = int(configured) if configured.isdecimal() else default
            if value < bound if is_least else value > bound:
                comparison = "below" if is_least else "above"
                text = f"{value:,} is {comparison} {name} of the brokers, {bound:,}; change one of the two"
                yield located(Problem((setting,), text), submatrix, levels)


def missing_releases(experiment: Experiment, placement: Placement) -> Iterator[Problem]:
    """Yield the keys and settings that name a release which does not exist, or which cannot be used."""
    for submatrix in submatrices_of(experiment) if placement.kind.manages_brokers else ():
        if problem := release_problem(_release(experiment, submatrix)):
            yield Problem(_release_location(experiment, submatrix), problem)
    for submatrix, levels, settings in _treatments(experiment):
        if missing := settings.missing_release():
            setting, reason = missing
            yield located(Problem((setting,), reason), submatrix, levels)


def missing_queue_servers(experiment: Experiment, placement: Placement) -> Iterator[Problem]:
    """Yield the systems whose queue server is not available with this placement."""
    if placement.runner in placement.kind.queue_server_runners:
        return
    use = " or ".join(
        f"CLUSTER={kind.form} with RUNNER={runner}"
        for kind in CLUSTER_KINDS.values()
        for runner in sorted(kind.queue_server_runners)
    )
    for submatrix, levels, settings in _treatments(experiment):
        if server := settings.traits.needs.server:
            text = f"{server} is not available: {placement} has no queue servers, use {use}"
            yield located(Problem(("system",), text), submatrix, levels)


def _treatments(experiment: Experiment) -> Iterator[tuple[Submatrix, Levels, ScenarioSettings]]:
    """Yield the matrix, the levels and the settings of every treatment."""
    for submatrix in submatrices_of(experiment):
        for levels in level_combinations(submatrix):
            yield submatrix, levels, resolve_settings(submatrix, levels)


def _broker_settings(experiment: Experiment, submatrix: Submatrix) -> dict[str, str]:
    """The settings of the brokers on which the cells of a matrix run, as far as the experiment has any."""
    arm = experiment.arms.get(submatrix.arm)
    return as_properties({**experiment.brokers, **(arm.brokers if arm else {})})


def _release_location(experiment: Experiment, submatrix: Submatrix) -> Location:
    """The location of the release of the brokers on which the cells of a matrix run."""
    arm = experiment.arms.get(submatrix.arm)
    return ("arms", submatrix.arm, "release") if arm and arm.release else ("release",)


def _release(experiment: Experiment, submatrix: Submatrix) -> str:
    """The Kafka release of the brokers on which the cells of a matrix run."""
    arm = experiment.arms.get(submatrix.arm)
    return arm.release if arm and arm.release else experiment.release
