"""Why a run decides too little to be good, a sentence each."""

from collections.abc import Iterator

from include.matrix.experiment import Arm, Expectation
from include.rendering.number_format import percent
from include.rendering.words import capitalised, enumerated
from include.report.arms.comparisons import ArmComparison, compare_arm
from include.report.measured_run import MeasuredRun
from include.verdicts.compared_quantities import costs
from include.verdicts.guarantee import Verdict
from include.verdicts.paired_differences import FEWEST_PAIRS
from include.verdicts.regression import Decision, half_width


def undecided_treatments(run: MeasuredRun) -> Iterator[str]:
    """Yield a sentence for each treatment whose guarantee is unproven in a cell, or was not provoked.

    A control that shows no violation proves nothing of the treatments for which it stands.
    """
    for treatment in run.plan.treatments:
        verdict = run.guarantee(treatment.id)
        if treatment.expect is Expectation.BROKEN and verdict is Verdict.KEPT:
            yield (
                f"{treatment.id} is expected to break its guarantee, and no violation was found: either its "
                "fault had no such effect, or violations are not detected."
            )
        elif treatment.expect is not Expectation.EITHER and verdict is Verdict.UNPROVEN:
            yield (
                f"{treatment.id} leaves its guarantee unproven in one cell or more: too few messages could "
                "have shown a violation there."
            )


def undecided_arm(run: MeasuredRun, arm: str, is_worse: bool) -> str:
    """What must be decided of a candidate and is not, as a sentence; empty if all is decided."""
    arms = run.plan.experiment.arms
    if arms[arm].expect == "worse":
        return "" if is_worse else f"{capitalised(arm)} is worse on purpose, and was not found to be."
    if all(settings == Arm() for settings in arms.values()):
        return (
            f"{capitalised(enumerated(list(arms)))} are the same, since none was set: there is no "
            "difference to find."
        )
    required = [comparison for comparison in compare_arm(run, arm) if _must_be_decided(run, comparison)]
    undecided = [comparison for comparison in required if comparison.decision is Decision.NOT_ENOUGH]
    if not required:
        return f"{capitalised(arm)} has no cell that can be compared with a cell of the baseline."
    reasons = "; ".join(map(_reason, undecided))
    return f"{capitalised(arm)} is not decided in {reasons}." if undecided else ""


def _must_be_decided(run: MeasuredRun, comparison: ArmComparison) -> bool:
    """Whether the experiment names the quantity; without ``must_detect`` it is every cost."""
    quantity, named = comparison.of.quantity, run.plan.experiment.must_detect
    return quantity.column in named if named else quantity in costs(comparison.of.treatment)


def _reason(comparison: ArmComparison) -> str:
    pairs, difference = comparison.of, comparison.difference
    if difference.low_corrected is None:
        return (
            f"{pairs.name}, which has {difference.pairs} pairs of valid cells where {FEWEST_PAIRS} are needed"
        )
    width, required = half_width(difference, pairs.tolerance), percent(pairs.must_detect)
    tolerance = ", with the tolerance for a single start," if pairs.tolerance else ""
    return (
        f"{pairs.name}, whose corrected interval{tolerance} reaches {percent(width)} to either side where "
        f"{required} must be detected"
    )
