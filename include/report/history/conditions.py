"""The conditions that must be the same in two runs for their figures to be comparable."""

from collections import defaultdict
from collections.abc import Mapping

from include.plan.plan import Plan
from include.plan.submatrices import submatrices_of
from include.rawlog.manifest import Manifest, RunnerRecord
from include.report.scope import client_words, limit_words

Conditions = Mapping[str, str]
"""The value of each condition, by its name."""

VARIED, UNKNOWN, ABSENT = "varied by the experiment", "unknown", "not set"

MOST_SHOWN = 4
"""The maximum number of differences that are shown; further differences are only counted."""


def conditions(plan: Plan, manifest: Manifest | None) -> Conditions:
    """A run's machine, cluster, load programs, client, arms, and settings that are not factors.

    ``manifest`` is the manifest of any cell of the run; None if no raw log of the run is left.
    """
    placement, experiment = plan.placement, plan.experiment
    return {
        "host": _host(manifest) if manifest else UNKNOWN,
        "cluster": placement.cluster + (f", {manifest.cluster.brokers} brokers" if manifest else ""),
        "load programs": _runner(manifest.runner) if manifest else placement.runner.value,
        "cores of brokers and load programs": experiment.cores.value,
        "client library": (client_words(manifest) if manifest else "") or UNKNOWN,
        **{f"arm {name}": str(arm) for name, arm in experiment.arms.items()},
        **_settings(plan),
    }


def differences(conditions: Conditions, other: Conditions) -> list[str]:
    """The conditions that differ between two runs or are unknown for one run, in words."""
    names = {**conditions, **other}
    values = [(name, conditions.get(name, ABSENT), other.get(name, ABSENT)) for name in names]
    return [
        f"{name}: {value} against {other_value}"
        for name, value, other_value in values
        if value != other_value or value == UNKNOWN
    ]


def shortened(differing: list[str]) -> str:
    """Up to ``MOST_SHOWN`` differences, and the number of further differences, for use in a sentence."""
    more = len(differing) - MOST_SHOWN
    return "; ".join(differing[:MOST_SHOWN]) + (f"; and {more} more" if more > 0 else "")


def _host(manifest: Manifest) -> str:
    host = manifest.host
    memory = f"{host.memory_bytes / 2**30:.0f} GiB"
    return f"{host.name} ({host.processor or 'unknown processor'}, {host.cores} cores, {memory})"


def _runner(runner: RunnerRecord) -> str:
    return ", ".join([runner.kind, *limit_words(runner.cpus, runner.memory_bytes)])


def _settings(plan: Plan) -> dict[str, str]:
    factors = {factor for submatrix in submatrices_of(plan.experiment) for factor in submatrix.factors}
    levels = defaultdict[str, dict[str, None]](dict)
    for treatment in plan.treatments:
        for name, level in treatment.settings.model_dump(mode="json").items():
            levels[name][str(level)] = None
    return {name: VARIED if name in factors else ", ".join(names) for name, names in levels.items()}
