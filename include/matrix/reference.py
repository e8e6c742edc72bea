"""Which treatment each treatment of a plan is compared with."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from include.matrix.experiment import Experiment
from include.matrix.plan import Plan, Treatment

DEFAULT_REFERENCE: Mapping[str, Any] = {"semantics": "at-least-once"}
"""The levels of the reference where the experiment names none: the least costly semantics that is meaningful,
because an application notices what is lost only if something acknowledges what is not."""


def references(plan: Plan) -> dict[str, Treatment]:
    """The treatment that each treatment is compared with, by the id of the latter.

    It has the levels of the reference, and is equal otherwise. Treatments without such a counterpart are left
    out, and so are all treatments of an experiment with arms, which are compared with one another.
    """
    return references_among(plan.treatments, plan.experiment)


def references_among(treatments: Sequence[Treatment], experiment: Experiment) -> dict[str, Treatment]:
    """The same for all treatments of an experiment that is not planned yet."""
    if experiment.arms:
        return {}
    levels = reference_levels(experiment)
    candidates = [one for one in treatments if _has_levels(one, levels)]
    found = (
        (one.id, next((other for other in candidates if differ_only_in(levels, one, other)), None))
        for one in treatments
        if one not in candidates and levels.keys() <= one.factors.keys()
    )
    return {treatment: reference for treatment, reference in found if reference is not None}


def reference_levels(experiment: Experiment) -> Mapping[str, Any]:
    """The levels of factors by which the reference is recognised."""
    return experiment.reference or DEFAULT_REFERENCE


def _has_levels(treatment: Treatment, levels: Mapping[str, Any]) -> bool:
    return all(treatment.factors.get(name) == level for name, level in levels.items())


def differ_only_in(settings: Collection[str], one: Treatment, other: Treatment) -> bool:
    """Whether all settings that have a meaning in both treatments are the same, apart from the named ones."""
    own, others = _meaningful_settings(one), _meaningful_settings(other)
    ignored = {*settings, *one.settings.settings_of_configuration, *other.settings.settings_of_configuration}
    return all(own[name] == others[name] for name in (own.keys() & others.keys()).difference(ignored))


def _meaningful_settings(treatment: Treatment) -> dict[str, Any]:
    values = dict(treatment.settings)
    conditions = {name: treatment.settings.applies_when(name) for name in values}
    return {
        name: value
        for name, value in values.items()
        if (condition := conditions[name]) is None or condition.holds(values)
    }
