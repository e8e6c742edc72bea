"""Of which capacities a load is a share: of the lowest capacity of the treatments that are compared.

All of them are offered shares of this common capacity: each has the same rate as its reference, and none is
beyond its own capacity.
"""

from collections.abc import Sequence

from include.matrix.experiment import Experiment
from include.matrix.plan import Treatment
from include.matrix.reference import differ_only_in, references_among
from include.scenarios.load_settings import LOAD_SETTINGS


def capacity_searches(
    treatment: Treatment, treatments: Sequence[Treatment], experiment: Experiment
) -> dict[str, Treatment | None]:
    """Return which treatments search the capacities of which the common one is the lowest.

    Args:
        treatment: A treatment whose rate is a share of the common capacity.
        treatments: All treatments of the experiment.
        experiment: The experiment, which says what is compared.

    Returns:
        For each treatment that is compared with this one, and for itself, by id: the treatment that searches
        its capacity, and differs from it in the load only; None if there is none.
    """
    searching = [one for one in treatments if one.settings.searches_capacity]
    return {
        one.id: next((other for other in searching if _differ_only_in_load(one, other)), None)
        for one in _compared_with(treatment, treatments, experiment)
    }


def _compared_with(
    treatment: Treatment, treatments: Sequence[Treatment], experiment: Experiment
) -> list[Treatment]:
    """Return the treatments with the same reference, or of the same combination in all arms."""
    reference_of = references_among(treatments, experiment)
    reference = reference_of.get(treatment.id, treatment)
    return [
        one
        for one in treatments
        if reference_of.get(one.id, one) == reference or one.combination == treatment.combination
    ]


def _differ_only_in_load(one: Treatment, other: Treatment) -> bool:
    return one.arm == other.arm and differ_only_in(LOAD_SETTINGS, one, other)
