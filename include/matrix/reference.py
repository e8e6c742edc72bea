"""Which treatment each treatment of a plan is compared with."""

from collections.abc import Mapping
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
    if plan.experiment.arms:
        return {}
    levels = reference_levels(plan.experiment)
    candidates = [one for one in plan.treatments if _has_levels(one, levels)]
    found = (
        (one.id, next((other for other in candidates if _differ_only_in(one, other, levels)), None))
        for one in plan.treatments
        if one not in candidates
    )
    return {treatment: reference for treatment, reference in found if reference is not None}


def reference_levels(experiment: Experiment) -> Mapping[str, Any]:
    """The levels of factors by which the reference is recognised."""
    return experiment.reference or DEFAULT_REFERENCE


def _has_levels(treatment: Treatment, levels: Mapping[str, Any]) -> bool:
    return all(treatment.factors.get(name) == level for name, level in levels.items())


def _differ_only_in(one: Treatment, other: Treatment, levels: Mapping[str, Any]) -> bool:
    """Whether every setting that has a meaning in both treatments is the same, but those of the levels."""
    if not all(name in one.factors for name in levels):
        return False
    own, others = _meaningful_settings(one), _meaningful_settings(other)
    return all(own[name] == others[name] for name in (own.keys() & others.keys()) - levels.keys())


def _meaningful_settings(treatment: Treatment) -> dict[str, Any]:
    values = dict(treatment.settings)
    conditions = {name: treatment.settings.applies_when(name) for name in values}
    return {
        name: value
        for name, value in values.items()
        if (condition := conditions[name]) is None or condition.holds(values)
    }
