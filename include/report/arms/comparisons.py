"""Compare arms with the baseline in pairs of cells: a ratio and a decision for each quantity."""

from collections.abc import Iterator
from dataclasses import dataclass

from include.matrix.experiment import Arm
from include.matrix.treatment import Treatment
from include.rendering.wording import capitalised, enumerated, percent
from include.report.measured_run import MeasuredRun
from include.verdicts.compared_quantities import Quantity, costs, quantities
from include.verdicts.paired_differences import PairedDifference, compare_together
from include.verdicts.pairs import FEWEST_PAIRS, Kind, Pairs
from include.verdicts.regression import MUST_DETECT, STARTS, Decision, decide, detectable_share, half_width


@dataclass(frozen=True)
class ArmPairs:
    """The pairs of values of a quantity from two arms with the same combination of levels.

    Only the blocks in which both values are above zero are included.
    """

    treatment: Treatment
    reference: str
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
    difference: PairedDifference
    decision: Decision

    @property
    def detectable(self) -> float:
        """The smallest true difference, as a share, that nine of ten runs like this one would detect."""
        return detectable_share(self.difference, self.of.tolerance)

    @property
    def differs_alone(self) -> bool:
        """Whether the uncorrected interval of the ratio excludes 1."""
        low, high = self.difference.low, self.difference.high
        return low is not None and high is not None and not low <= 1 <= high


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


def arm_pairs(run: MeasuredRun, arm: str, reference: str = "") -> Iterator[ArmPairs]:
    """Yield the pairs of values of each quantity, for each treatment of an arm.

    The comparison includes the blocks in which the values of both arms are above zero.

    ``arm`` is compared with ``reference``. An empty ``reference`` stands for the baseline.
    """
    plan, beside = run.plan, reference or baseline_arm(run)
    has_own_brokers = plan.cluster_of_arm(arm) != plan.cluster_of_arm(beside)
    is_restarted = plan.placement.kind.manages_brokers and has_own_brokers
    for treatment in plan.treatments:
        other = same_in(run, treatment, beside)
        if treatment.arm != arm or other is None:
            continue
        for quantity in quantities(treatment.settings):
            pairs = run.pairs_of(treatment.id, other.id, quantity.column, Kind.RATIO)
            pairs = pairs.only(pairs.is_comparable)
            # Pairs of one start do not show how much two starts of the same brokers differ.
            tolerance = STARTS if is_restarted and pairs.number_of_starts < 2 else 0.0
            must_detect = plan.experiment.must_detect.get(quantity.column, MUST_DETECT)
            yield ArmPairs(treatment, beside, quantity, pairs, tolerance, must_detect)


def compare_arm(run: MeasuredRun, arm: str) -> list[ArmComparison]:
    """All comparisons of an arm with the baseline, corrected for their number."""
    return compare_pairs(list(arm_pairs(run, arm)))


def compare_pairs(all_pairs: list[ArmPairs]) -> list[ArmComparison]:
    """The comparison of each ``ArmPairs``, corrected for the number of comparisons."""
    differences = compare_together([pairs.pairs for pairs in all_pairs])
    return [
        ArmComparison(pairs, ratio, decide(ratio, pairs.quantity.better, pairs.tolerance, pairs.must_detect))
        for pairs, ratio in zip(all_pairs, differences, strict=True)
    ]


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
    if difference.low_corrected is None:
        few = f"{difference.pairs} of the {FEWEST_PAIRS} pairs of valid cells that are needed"
        return f"{pairs.name}, which has {few}"
    width = percent(half_width(difference, pairs.tolerance))
    tolerance = " (with the tolerance for a single start)" if pairs.tolerance else ""
    return (
        f"{pairs.name}, whose corrected interval has a half-width of {width}{tolerance}, larger than the "
        f"difference of {percent(pairs.must_detect)} that must be detected"
    )
