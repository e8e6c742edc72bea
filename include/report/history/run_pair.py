"""Two runs side by side: the differences in their conditions, and the ratios of their metrics."""

from dataclasses import dataclass

import numpy as np

from include.machine.errors import HistoryError
from include.plan.treatment import Treatment
from include.report.history.conditions import differences, shortened
from include.report.history.past_runs import PastRun
from include.report.measured_run import MeasuredRun
from include.verdicts.compared_quantities import Quantity, quantities
from include.verdicts.comparison.compare import Difference, compare_together
from include.verdicts.comparison.hodges_lehmann import Numbers
from include.verdicts.comparison.samples import Starts


@dataclass(frozen=True)
class TreatmentRatio:
    """A treatment's metric in the candidate, divided by the same metric in the baseline."""

    treatment: Treatment
    quantity: Quantity
    means: Starts
    difference: Difference

    @property
    def estimate(self) -> float | None:
        """The ratio, which is known even where its interval is not; None if one run has no value."""
        return self.difference.estimate or self.means.ratio


@dataclass(frozen=True)
class RunPair:
    """Two runs: their differing conditions, the ratios of their metrics, and treatments that only one has."""

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
    differing = differences(
        {"release": candidate.plan.release, **candidate.conditions},
        {"release": baseline.plan.release, **baseline.conditions},
    )
    candidate_treatments = {treatment.id: treatment for treatment in candidate.plan.treatments}
    baseline_treatments = {treatment.id: treatment for treatment in baseline.plan.treatments}
    comparisons = [
        (treatment, quantity)
        for name, treatment in candidate_treatments.items()
        if name in baseline_treatments
        for quantity in quantities(treatment.settings)
    ]
    if not comparisons:
        raise HistoryError(
            f"{candidate.name} and {baseline.name} have no treatment in common. "
            f"{baseline.name} has {', '.join(baseline_treatments)}; "
            f"{candidate.name} has {', '.join(candidate_treatments)}. "
            f"What differs: {shortened(differing) or 'nothing but the levels of their factors'}"
        )
    means = [
        Starts(
            start_means(candidate.measured, treatment.id, quantity),
            start_means(baseline.measured, treatment.id, quantity),
        )
        for treatment, quantity in comparisons
    ]
    ratios = [
        TreatmentRatio(*comparison, of_starts, difference)
        for comparison, of_starts, difference in zip(comparisons, means, compare_together(means), strict=True)
    ]
    return RunPair(
        baseline,
        candidate,
        differing,
        ratios,
        only_baseline=[name for name in baseline_treatments if name not in candidate_treatments],
        only_candidate=[name for name in candidate_treatments if name not in baseline_treatments],
    )


def start_means(run: MeasuredRun, treatment: str, quantity: Quantity) -> Numbers:
    """For each start of the brokers, the mean of the logarithms of a treatment's values; shape (starts,).

    Only values above zero count.
    """
    values = run.repetitions(treatment, quantity.column)
    values = values[values > 0]
    means: Numbers = values.map(np.log).groupby(run.starts_of(values.index)).mean().to_numpy(float)
    return means
