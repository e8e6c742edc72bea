"""Compare arms with the baseline in pairs of cells: a ratio and a decision for each quantity."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from include.plan.experiment import Arm
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.wording import capitalised, enumerated, percent
from include.report.treatments.held_rates_of_treatment import held_rates
from include.verdicts.compared_quantities import Quantity, costs, quantities
from include.verdicts.comparison.compare import Difference, Finding, compare_together
from include.verdicts.comparison.decide import (
    MUST_DETECT,
    STARTS,
    Decision,
    decide,
    detectable_share,
    half_width,
)
from include.verdicts.comparison.samples import FEWEST_PAIRS, Kind, Pairs
from include.verdicts.held_rate import is_held


@dataclass(frozen=True)
class ArmPairs:
    """The pairs of values of a quantity from two arms with the same combination of levels.

    Only the blocks in which both values are above zero are included.
    """

    treatment: Treatment
    quantity: Quantity
    pairs: Pairs
    tolerance: float = 0.0
    """The share by which the arms may differ and still count as equal."""
    must_detect: float = MUST_DETECT
    """The largest half-width, as a share, of an interval that counts as narrow."""

    @property
    def name(self) -> str:
        """The quantity and the combination of levels, in words."""
        return f"{self.quantity.words} of {self.treatment.combination}"

    @property
    def is_cost(self) -> bool:
        """Whether the quantity is a cost of the treatment."""
        return self.quantity in costs(self.treatment)


@dataclass(frozen=True)
class ArmComparison:
    """The ratio of two arms for a quantity, and the decision on this ratio."""

    of: ArmPairs
    difference: Difference
    decision: Decision

    @property
    def detectable(self) -> float:
        """The smallest true difference, as a share, that nine of ten runs like this one would detect."""
        return detectable_share(self.difference, self.of.tolerance)


def baseline_arm(run: MeasuredRun) -> str:
    """The first arm, with which the other arms are compared; empty in a run without arms."""
    return next(iter(run.plan.experiment.arms), "")


def candidate_arms(run: MeasuredRun) -> list[str]:
    """The arms that are compared with the baseline."""
    return list(run.plan.experiment.arms)[1:]


def same_in(run: MeasuredRun, treatment: Treatment, arm: str) -> Treatment | None:
    """The treatment with the same combination of levels in another arm; None if there is none."""
    same = (candidate for candidate in run.plan.treatments if candidate.combination == treatment.combination)
    return next((candidate for candidate in same if candidate.arm == arm), None)


@dataclass(frozen=True)
class ArmRates:
    """The percentages of the rate that two arms held in the same blocks, and their difference in points."""

    treatment: Treatment
    pairs: Pairs
    difference: Difference

    @property
    def medians(self) -> tuple[float, float]:
        """The median of the arm and that of the baseline."""
        return float(np.median(self.pairs.treatment)), float(np.median(self.pairs.reference))

    @property
    def is_lost(self) -> bool:
        """Whether the baseline holds the rate, and the arm does not and is shown to hold less of it."""
        if self.difference.finding is not Finding.LOWER:
            return False
        median, of_baseline = self.medians
        return is_held(of_baseline) and not is_held(median)


@dataclass(frozen=True)
class Comparisons:
    """What is compared of all candidates, corrected together."""

    quantities: list[ArmComparison]
    rates: list[ArmRates]


def compare_candidates(run: MeasuredRun) -> Comparisons:
    """Compare every candidate with the baseline; the intervals of all candidates are corrected together."""
    arms = candidate_arms(run)
    quantities = [pairs for arm in arms for pairs in arm_pairs(run, arm)]
    rates = [pairs for arm in arms for pairs in _rate_pairs(run, arm)]
    differences = compare_together([*(item.pairs for item in quantities), *(pairs for _, pairs in rates)])
    return Comparisons(
        [
            ArmComparison(
                pairs, ratio, decide(ratio, pairs.quantity.better, pairs.tolerance, pairs.must_detect)
            )
            for pairs, ratio in zip(quantities, differences, strict=False)
        ],
        [
            ArmRates(treatment, pairs, difference)
            for (treatment, pairs), difference in zip(rates, differences[len(quantities) :], strict=True)
        ],
    )


def arm_pairs(run: MeasuredRun, arm: str) -> Iterator[ArmPairs]:
    """Yield the pairs of values of each quantity, for each treatment of an arm and of the baseline.

    The comparison includes the blocks in which the values of both arms are above zero.
    """
    plan, baseline = run.plan, baseline_arm(run)
    has_own_brokers = plan.cluster_of_arm(arm) != plan.cluster_of_arm(baseline)
    is_restarted = plan.placement.kind.manages_brokers and has_own_brokers
    for treatment, other in _counterparts(run, arm):
        for quantity in quantities(treatment.settings):
            pairs = run.pairs_of(treatment.id, other.id, quantity.column, Kind.RATIO)
            pairs = pairs.only(pairs.is_comparable)
            # Pairs of one start do not show how much two starts of the same brokers differ.
            tolerance = STARTS if is_restarted and pairs.number_of_starts < 2 else 0.0
            must_detect = plan.experiment.must_detect.get(quantity.column, MUST_DETECT)
            yield ArmPairs(treatment, quantity, pairs, tolerance, must_detect)


def _rate_pairs(run: MeasuredRun, arm: str) -> Iterator[tuple[Treatment, Pairs]]:
    """Yield the held rates of each undisturbed treatment of an arm that has a rate, in pairs of cells."""
    for treatment, other in _counterparts(run, arm):
        if treatment.traits.pace.is_fixed and not treatment.traits.disturbance.is_injected:
            yield treatment, run.pairs_between(held_rates(run, treatment), held_rates(run, other))


def _counterparts(run: MeasuredRun, arm: str) -> Iterator[tuple[Treatment, Treatment]]:
    """Yield each treatment of an arm with the baseline's treatment of the same combination of levels."""
    for treatment in run.plan.treatments:
        other = same_in(run, treatment, baseline_arm(run)) if treatment.arm == arm else None
        if other is not None:
            yield treatment, other


def compare_arm(run: MeasuredRun, arm: str) -> list[ArmComparison]:
    """All comparisons of an arm with the baseline."""
    return [item for item in compare_candidates(run).quantities if item.of.treatment.arm == arm]


def undecided_arm(run: MeasuredRun, arm: str, is_worse: bool) -> str:
    """A sentence on why a required decision on a candidate is missing; empty if no decision is missing."""
    arms = run.plan.experiment.arms
    if arms[arm].expect == "worse":
        return (
            "" if is_worse else f"{capitalised(arm)} is expected to be worse, but was not found to be worse."
        )
    if all(settings == Arm() for settings in arms.values()):
        return (
            f"{capitalised(enumerated(list(arms)))} are the same, because no arm was given settings: there "
            "is no difference to find."
        )
    columns = run.plan.experiment.must_detect
    required = [  # the quantities that the experiment names; if it names none, every cost
        comparison
        for comparison in compare_arm(run, arm)
        if (comparison.of.quantity.column in columns if columns else comparison.of.is_cost)
    ]
    if not required:
        return f"{capitalised(arm)} has no cell that can be compared with a cell of the baseline."
    open_comparisons = [comparison for comparison in required if comparison.decision is Decision.NOT_ENOUGH]
    reasons = "; ".join(map(_reason, open_comparisons))
    return f"{capitalised(arm)} is not decided in {reasons}." if open_comparisons else ""


def _reason(comparison: ArmComparison) -> str:
    pairs, difference = comparison.of, comparison.difference
    if difference.corrected is None:
        few = f"{difference.pairs} of the {FEWEST_PAIRS} pairs of valid cells that are needed"
        return f"{pairs.name}, which has {few}"
    width = percent(half_width(difference, pairs.tolerance))
    tolerance = " (with the tolerance for a single start)" if pairs.tolerance else ""
    return (
        f"{pairs.name}, whose corrected interval has a half-width of {width}{tolerance}, larger than the "
        f"difference of {percent(pairs.must_detect)} that must be detected"
    )
