"""Arms compared with the baseline, pair by pair: the ratio of each quantity, and the decision."""

from collections.abc import Iterator
from dataclasses import dataclass

from include.matrix.plan import Treatment
from include.report.measured_run import MeasuredRun
from include.verdicts.compared_quantities import Quantity, quantities
from include.verdicts.paired_differences import Kind, PairedDifference, Pairs, compare_together
from include.verdicts.regression import MUST_DETECT, STARTS, Decision, decide


@dataclass(frozen=True)
class ArmPairs:
    """A quantity of a treatment and of another arm in the same blocks, above zero in both."""

    treatment: Treatment
    reference: str
    """The arm with which it is compared."""
    quantity: Quantity
    pairs: Pairs
    tolerance: float = 0.0
    """The share by which both may differ and still count as equal."""
    must_detect: float = MUST_DETECT
    """The largest half-width of an interval, as a share, that decides anything."""

    @property
    def name(self) -> str:
        """The quantity and the cells that it is of."""
        return f"{self.quantity.words} of {self.treatment.combination}"


@dataclass(frozen=True)
class ArmComparison:
    """The ratio that pairs show, and the decision."""

    of: ArmPairs
    difference: PairedDifference
    decision: Decision


def baseline_arm(run: MeasuredRun) -> str:
    """The first arm, with which the others are compared; empty in a run without arms."""
    return next(iter(run.plan.experiment.arms), "")


def candidate_arms(run: MeasuredRun) -> list[str]:
    """The arms that are compared with the baseline."""
    return list(run.plan.experiment.arms)[1:]


def baseline_of(run: MeasuredRun, treatment: Treatment) -> Treatment | None:
    """The same combination of levels in the baseline; None where the baseline does not have it."""
    return _same_in(run, treatment, baseline_arm(run))


def _same_in(run: MeasuredRun, treatment: Treatment, arm: str) -> Treatment | None:
    same = (candidate for candidate in run.plan.treatments if candidate.combination == treatment.combination)
    return next((candidate for candidate in same if candidate.arm == arm), None)


def arm_pairs(run: MeasuredRun, arm: str, reference: str = "") -> Iterator[ArmPairs]:
    """Every quantity in which an arm is compared, in the blocks in which both values are above zero.

    ``reference`` is the arm with which it is compared; empty: the baseline.
    """
    beside = reference or baseline_arm(run)
    for treatment in run.plan.treatments:
        other = _same_in(run, treatment, beside) if treatment.arm == arm else None
        if other is None:
            continue
        for quantity in quantities(treatment.settings):
            pairs = _pairs(run, treatment, other, quantity)
            tolerance = _tolerance(run, arm, beside, pairs)
            yield ArmPairs(treatment, beside, quantity, pairs, tolerance, must_detect(run, quantity))


def must_detect(run: MeasuredRun, quantity: Quantity) -> float:
    """The difference, as a share, that comparisons of a quantity must be able to detect."""
    return run.plan.experiment.must_detect.get(quantity.column, MUST_DETECT)


def _pairs(run: MeasuredRun, treatment: Treatment, reference: Treatment, quantity: Quantity) -> Pairs:
    both = run.pairs_of(treatment.id, reference.id, quantity.column)
    both = both[(both > 0).all(axis=1)]
    treatment_values, reference_values, starts = (both[side].to_numpy(float) for side in both)
    return Pairs(Kind.RATIO, treatment_values, reference_values, starts)


def _has_own_brokers(run: MeasuredRun, arm: str, reference: str) -> bool:
    """Whether an arm runs on other brokers than another arm, of which each has starts of its own."""
    plan = run.plan
    is_managed = plan.placement.kind.manages_brokers
    return is_managed and plan.cluster_of_arm(arm) != plan.cluster_of_arm(reference)


def _tolerance(run: MeasuredRun, arm: str, reference: str, pairs: Pairs) -> float:
    """The share by which two starts of the same brokers differ, where the pairs do not show it."""
    return STARTS if _has_own_brokers(run, arm, reference) and pairs.number_of_starts < 2 else 0.0


def compare_arm(run: MeasuredRun, arm: str) -> list[ArmComparison]:
    """All comparisons of an arm with the baseline, decided together."""
    return compare_pairs(list(arm_pairs(run, arm)))


def compare_pairs(all_pairs: list[ArmPairs]) -> list[ArmComparison]:
    """The comparisons of these pairs, decided together."""
    differences = compare_together([pairs.pairs for pairs in all_pairs])
    return [
        ArmComparison(pairs, ratio, decide(ratio, pairs.quantity.better, pairs.tolerance, pairs.must_detect))
        for pairs, ratio in zip(all_pairs, differences, strict=True)
    ]
