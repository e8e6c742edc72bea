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
    candidates = [treatment for treatment in treatments if _has_levels(treatment, levels)]
    pairs = (
        (
            treatment.id,
            next((other for other in candidates if differ_only_in(levels, treatment, other)), None),
        )
        for treatment in treatments
        if treatment not in candidates and levels.keys() <= treatment.factors.keys()
    )
    return {treatment: reference for treatment, reference in pairs if reference is not None}


def reference_levels(experiment: Experiment) -> Mapping[str, Any]:
    """The levels of factors by which the reference is recognised."""
    return experiment.reference or DEFAULT_REFERENCE


def _has_levels(treatment: Treatment, levels: Mapping[str, Any]) -> bool:
    return all(treatment.factors.get(name) == level for name, level in levels.items())


def differ_only_in(settings: Collection[str], treatment: Treatment, other: Treatment) -> bool:
    """Whether all settings that have a meaning in both treatments are the same, apart from the named ones."""
    values, other_values = _meaningful_settings(treatment), _meaningful_settings(other)
    ignored_names = {
        *settings,
        *treatment.traits.settings_of_configuration,
        *other.traits.settings_of_configuration,
    }
    return all(
        values[name] == other_values[name]
        for name in (values.keys() & other_values.keys()).difference(ignored_names)
    )


def _meaningful_settings(treatment: Treatment) -> dict[str, Any]:
    values = dict(treatment.settings)
    conditions = {name: treatment.settings.applies_when(name) for name in values}
    return {
        name: value
        for name, value in values.items()
        if (condition := conditions[name]) is None or condition.holds(values)
    }
