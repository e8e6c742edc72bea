"""The treatment with which each treatment of a plan is compared."""

from collections.abc import Collection, Mapping
from typing import Any

from include.plan.plan import Plan
from include.plan.treatment import Treatment

DEFAULT_REFERENCE: Mapping[str, Any] = {"semantics": "at-least-once"}
"""The levels of the reference, if the experiment does not set ``reference``. At-least-once is the least
costly semantics with which an application notices a lost message. An application without acknowledgements
cannot notice a loss."""


def references(plan: Plan) -> dict[str, Treatment]:
    """The reference of each treatment, by the id of the treatment.

    A reference has the levels of the experiment's ``reference`` (by default ``DEFAULT_REFERENCE``), and
    otherwise the same settings as the treatment. Treatments without a reference are left out. In an
    experiment with arms, the result is empty, because the arms are compared with one another.
    """
    if plan.experiment.arms:
        return {}
    levels = plan.experiment.reference or DEFAULT_REFERENCE
    candidates = [
        treatment
        for treatment in plan.treatments
        if all(_levels(treatment).get(name) == level for name, level in levels.items())
    ]
    pairs = (
        (
            treatment.id,
            next((other for other in candidates if differ_only_in(levels, treatment, other)), None),
        )
        for treatment in plan.treatments
        if treatment not in candidates and levels.keys() <= _levels(treatment).keys()
    )
    return {treatment: reference for treatment, reference in pairs if reference is not None}


def _levels(treatment: Treatment) -> Mapping[str, Any]:
    """The levels of a treatment's factors. The scenario is one where parts have scenarios of their own."""
    return {"scenario": treatment.settings.scenario, **treatment.factors}


def differ_only_in(settings: Collection[str], treatment: Treatment, other: Treatment) -> bool:
    """Whether all settings that apply to both treatments are the same, apart from the named settings."""
    values, other_values = treatment.settings.applying, other.settings.applying
    ignored_names = {
        *settings,
        *treatment.traits.naming.settings_of_configuration,
        *other.traits.naming.settings_of_configuration,
    }
    return all(
        values[name] == other_values[name]
        for name in (values.keys() & other_values.keys()).difference(ignored_names)
    )
