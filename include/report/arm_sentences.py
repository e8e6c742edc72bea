"""What the comparison of an arm with the baseline shows, in a sentence or two."""

from collections.abc import Iterator

from include.rendering.number_format import percent
from include.rendering.words import capitalised
from include.report.arm_acceptance import acceptance_sentences
from include.report.arm_comparisons import compare_arm
from include.report.arm_findings import improvements, regressions
from include.report.arm_validity import validity_sentences
from include.report.measured_run import MeasuredRun
from include.verdicts.regression import Decision, detectable_share


def arm_sentences(run: MeasuredRun, arm: str) -> Iterator[str]:
    """What the comparison shows of an arm, who accepted it, and whether its cells were invalid as often."""
    found = arm_sentence(run, arm)
    yield found
    yield from acceptance_sentences(run, arm, found)
    yield from validity_sentences(run, arm)


def arm_sentence(run: MeasuredRun, arm: str) -> str:
    """What the comparison shows of an arm."""
    comparisons = compare_arm(run, arm)
    name = f"{capitalised(arm)} ({run.plan.experiment.arms[arm]})"
    few = [one for one in comparisons if one.decision is Decision.NOT_ENOUGH]
    undecided = f"not enough data for a decision in {len(few)} of {len(comparisons)} comparisons"
    if found := [*regressions(run, arm), *improvements(run, arm)]:
        return f"{name} {'; '.join(found)}.{f' {capitalised(undecided)}.' if few else ''}"
    if not comparisons:
        return f"{name} has no cell that can be compared with a cell of the baseline."
    if few:
        others = ", and no difference was found in the others" if len(few) < len(comparisons) else ""
        return f"{name}: {undecided}{others}."
    least = percent(max(detectable_share(one.found, one.of.tolerance) for one in comparisons))
    return (
        f"{name}: no difference was found in {len(comparisons)} comparisons; in each comparison by itself, "
        f"nine of ten such runs would have shown a true difference of {least}."
    )
