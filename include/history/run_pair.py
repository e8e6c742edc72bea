"""Two runs side by side: the differences in their conditions, and the ratios of their metrics."""

from dataclasses import dataclass

import numpy as np

from include.errors import HistoryError
from include.history.conditions import differences, shortened
from include.history.past_runs import PastRun
from include.matrix.treatment import Treatment
from include.median_interval import Estimate
from include.report.measured_run import MeasuredRun
from include.verdicts.compared_quantities import Quantity, quantities
from include.verdicts.pairs import ALPHA, FEWEST_PAIRS
from include.verdicts.student_distribution_and_power import t_quantile
from include.verdicts.trimmed_mean import Numbers


@dataclass(frozen=True)
class TreatmentRatio:
    """A treatment's metric in the candidate, divided by the same metric in the baseline."""

    treatment: Treatment
    quantity: Quantity
    estimate: Estimate


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
    alpha = ALPHA / max(len(comparisons), 1)  # Bonferroni: the ratios are stated together
    ratios = []
    for treatment, quantity in comparisons:
        of_candidate = start_means(candidate.measured, treatment.id, quantity)
        of_baseline = start_means(baseline.measured, treatment.id, quantity)
        if of_candidate.size and of_baseline.size:
            estimate = unpaired_ratio(of_candidate, of_baseline, alpha)
            ratios.append(TreatmentRatio(treatment, quantity, estimate))
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


FEWEST_STARTS = 2
"""The minimum number of starts for which a run shows the variation between starts."""


def start_means(run: MeasuredRun, treatment: str, quantity: Quantity) -> Numbers:
    """For each start of the brokers, the mean of the logarithms of a treatment's values; shape (starts,).

    Only values above zero count. The array is empty if the run has fewer than six of them.
    """
    values = run.repetitions(treatment, quantity.column)
    values = values[values > 0]
    if values.size < FEWEST_PAIRS:
        return np.array([])
    means: Numbers = values.map(np.log).groupby(run.starts(treatment, values.index)).mean().to_numpy(float)
    return means


def unpaired_ratio(candidate: Numbers, baseline: Numbers, alpha: float = ALPHA) -> Estimate:
    """The candidate's geometric mean over starts divided by the baseline's, with Welch's interval.

    The parameters are those of ``start_means``. The interval has the level 1 - ``alpha``. Starts are
    independent of one another. Cells of the same start depend on each other, because their brokers run the
    same just-in-time compiled code. The interval takes the variation between starts into account. If a run
    has only one start, the interval is None, because such a run does not show this variation. ``n`` is the
    number of starts of the run with fewer starts.
    """
    difference, n = float(candidate.mean() - baseline.mean()), min(candidate.size, baseline.size)
    if n < FEWEST_STARTS:
        return Estimate(float(np.exp(difference)), None, None, n)
    margin = _margin([candidate, baseline], alpha)
    low, middle, high = np.exp([difference - margin, difference, difference + margin]).tolist()
    return Estimate(middle, low, high, n)


def _margin(means: list[Numbers], alpha: float) -> float:
    """Half the width of Welch's interval (The generalization of Student's problem, Biometrika 34, 1947)."""
    variances = np.array([mean.var(ddof=1) / mean.size for mean in means])
    total = float(variances.sum())
    if not total:
        return 0.0
    freedom = total**2 / sum(variances**2 / [mean.size - 1 for mean in means])
    return float(t_quantile(1 - alpha / 2, freedom) * np.sqrt(total))
