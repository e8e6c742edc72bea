"""What the comparison of an arm with the baseline shows, in a sentence or two."""

from include.rendering.number_format import interval, percent
from include.rendering.words import capitalised
from include.report.arm_comparisons import ArmComparison, compare_arm
from include.report.measured_run import MeasuredRun
from include.verdicts.regression import Decision


def arm_sentence(run: MeasuredRun, arm: str) -> str:
    """What the comparison shows of an arm."""
    comparisons = compare_arm(run, arm)
    name = f"{capitalised(arm)} ({run.plan.experiment.arms[arm]})"
    if not comparisons:
        return f"{name} has no cell that can be compared with a cell of the baseline."
    decided = [_decided(one) for one in comparisons if one.decision in (Decision.WORSE, Decision.BETTER)]
    if decided:
        return f"{name} is {'; '.join(decided)}."
    few = [one for one in comparisons if one.decision is Decision.NOT_ENOUGH]
    if few:
        return f"{name}: not enough data for a decision in {len(few)} of {len(comparisons)} comparisons."
    least = percent(max(one.difference.smallest or 0.0 for one in comparisons))
    return (
        f"{name}: no difference was found in {len(comparisons)} comparisons, each of which would have shown "
        f"a difference of {least}."
    )


def _decided(one: ArmComparison) -> str:
    """Whether the arm is worse or better in a quantity, and by how much."""
    found, ratio = one.difference, one.difference.ratio or 1
    return (
        f"{one.decision.value} ({'higher' if ratio > 1 else 'lower'}) in {one.pairs.name} by "
        f"{percent(abs(ratio - 1))} (95% interval of the ratio {interval(found.low, found.high)})"
    )
