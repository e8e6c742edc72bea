"""Arms compared with the baseline, pair by pair: the ratio of each quantity, and the decision."""

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from include.matrix.plan import Treatment
from include.report.measured_run import MeasuredRun
from include.verdicts.compared_quantities import Quantity, quantities
from include.verdicts.regression import STARTS, Decision, Difference, decide, difference
from include.verdicts.trimmed_mean import Numbers


@dataclass(frozen=True)
class PairedValues:
    """A quantity of a treatment and of the baseline in the same blocks.

    Both arrays have the shape (pairs,), and their values are above zero.
    """

    treatment: Treatment
    quantity: Quantity
    baseline: Numbers
    candidate: Numbers
    tolerance: float = 0.0
    """The share by which both may differ and still count as equal."""

    @property
    def name(self) -> str:
        """The quantity and the cells that it is of."""
        return f"{self.quantity.words} of {self.treatment.combination}"


@dataclass(frozen=True)
class ArmComparison:
    """The difference that pairs show, and the decision."""

    pairs: PairedValues
    difference: Difference
    decision: Decision


def baseline_arm(run: MeasuredRun) -> str:
    """The first arm, with which the others are compared; empty in a run without arms."""
    return next(iter(run.plan.experiment.arms), "")


def candidate_arms(run: MeasuredRun) -> list[str]:
    """The arms that are compared with the baseline."""
    return list(run.plan.experiment.arms)[1:]


def paired_values(run: MeasuredRun, arm: str) -> Iterator[PairedValues]:
    """Every quantity in which an arm is compared, in the blocks in which both values are above zero."""
    baseline = {one.combination: one for one in run.plan.treatments if one.arm == baseline_arm(run)}
    tolerance = tolerated_difference(run, arm)
    for treatment in run.plan.treatments:
        if treatment.arm != arm or treatment.combination not in baseline:
            continue
        sides = {"baseline": baseline[treatment.combination], "candidate": treatment}
        for quantity in quantities(treatment.settings):
            values = {side: run.repetitions(one.id, quantity.column) for side, one in sides.items()}
            both = pd.concat(values, axis=1, join="inner")
            both = both[(both > 0).all(axis=1)]
            baseline_values, own_values = (both[side].to_numpy(float) for side in sides)
            yield PairedValues(treatment, quantity, baseline_values, own_values, tolerance)


def tolerated_difference(run: MeasuredRun, arm: str) -> float:
    """The share by which an arm may differ and still count as equal; 0 on the baseline's brokers."""
    plan = run.plan
    if not plan.placement.kind.manages_brokers:
        return 0.0
    return 0.0 if plan.cluster_of_arm(arm) == plan.cluster_of_arm(baseline_arm(run)) else STARTS


def compare_arm(run: MeasuredRun, arm: str) -> list[ArmComparison]:
    """All comparisons of an arm with the baseline, decided together."""
    measured = list(paired_values(run, arm))
    differences = [difference(one.baseline, one.candidate, one.tolerance) for one in measured]
    better = [one.quantity.better for one in measured]
    decisions = decide(list(zip(differences, better, strict=True)))
    return [ArmComparison(*one) for one in zip(measured, differences, decisions, strict=True)]
