"""Two runs beside each other: the differences in their conditions, and the ratios of their treatments."""

from dataclasses import dataclass

from include.history.conditions import differences, shortened
from include.history.errors import HistoryError
from include.history.past_runs import PastRun
from include.history.unpaired_ratio import unpaired_ratio
from include.matrix.plan import Treatment
from include.rendering.estimate import Estimate
from include.verdicts.compared_quantities import QUANTITIES, Quantity, quantities
from include.verdicts.paired_differences import ALPHA

COMPARED = tuple(QUANTITIES.values())
"""Every quantity in which the treatments of two runs may be compared."""


@dataclass(frozen=True)
class TreatmentRatio:
    """The ratio of the candidate's metric of a treatment to the baseline's."""

    treatment: Treatment
    quantity: Quantity
    estimate: Estimate


@dataclass(frozen=True)
class RunPair:
    """Two runs, the differences in their conditions, the ratios, and the treatments of one run alone."""

    baseline: PastRun
    candidate: PastRun
    differences: list[str]
    ratios: list[TreatmentRatio]
    only_baseline: list[str]
    only_candidate: list[str]


def pair_runs(baseline: PastRun, candidate: PastRun) -> RunPair:
    """Compare a candidate with a baseline, treatment by treatment.

    Raises:
        HistoryError: The runs have no treatment in common. The message says which settings differ.
    """
    differing = _differences(baseline, candidate)
    candidate_treatments = {treatment.id: treatment for treatment in candidate.treatments}
    baseline_treatments = {treatment.id: treatment for treatment in baseline.treatments}
    comparisons = [
        (treatment, quantity)
        for name, treatment in candidate_treatments.items()
        if name in baseline_treatments
        for quantity in quantities(treatment.settings)
    ]
    alpha = ALPHA / max(len(comparisons), 1)  # Bonferroni: they are stated together
    ratios = [
        TreatmentRatio(treatment, quantity, estimate)
        for treatment, quantity in comparisons
        if (estimate := _ratio(treatment, quantity, candidate, baseline, alpha))
    ]
    if not comparisons:
        raise HistoryError(
            f"{candidate.name} and {baseline.name} have no treatment in common. "
            f"{baseline.name} has {', '.join(baseline_treatments)}; "
            f"{candidate.name} has {', '.join(candidate_treatments)}. "
            f"What differs: {shortened(differing) or 'nothing but the levels of their factors'}"
        )
    return RunPair(
        baseline,
        candidate,
        differing,
        ratios,
        only_baseline=[name for name in baseline_treatments if name not in candidate_treatments],
        only_candidate=[name for name in candidate_treatments if name not in baseline_treatments],
    )


def _ratio(
    treatment: Treatment, quantity: Quantity, candidate: PastRun, baseline: PastRun, alpha: float
) -> Estimate | None:
    candidate_starts, baseline_starts = (
        run.measured_starts(treatment.id, quantity) for run in (candidate, baseline)
    )
    return unpaired_ratio(candidate_starts, baseline_starts, alpha)


def _differences(baseline: PastRun, candidate: PastRun) -> list[str]:
    """The conditions in which the runs differ, the release among them."""
    return differences(
        {"release": candidate.release, **candidate.conditions},
        {"release": baseline.release, **baseline.conditions},
    )
