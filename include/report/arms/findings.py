"""Sentences about the comparison of an arm with the baseline: quantities, guarantees and rates."""

from collections.abc import Iterable, Iterator

from include.plan.experiment import Expectation
from include.plan.treatment import Treatment
from include.report.accepted_regressions import Acceptance, acceptance_of, all_acceptances
from include.report.arms.comparisons import (
    ArmComparison,
    baseline_arm,
    compare_arm,
    compare_candidates,
    same_in,
)
from include.report.measured_run import MeasuredRun
from include.report.pages.wording import NO_BREAK, capitalised, interval, percent, significant
from include.verdicts.comparison.decide import Decision
from include.verdicts.guarantee import Verdict


def arm_sentences(run: MeasuredRun, arm: str) -> Iterator[str]:
    """Sentences about an arm: its comparison, and accepted regressions."""
    sentence = arm_sentence(run, arm)
    yield sentence
    yield from _acceptance_sentences(run, arm, sentence)


def arm_sentence(run: MeasuredRun, arm: str) -> str:
    """The sentence that says what the comparison with the baseline shows about an arm."""
    comparisons = compare_arm(run, arm)
    name = f"{capitalised(arm)} ({run.plan.experiment.arms[arm]})"
    few = [comparison for comparison in comparisons if comparison.decision is Decision.NOT_ENOUGH]
    shortage = f"not enough data for a decision in {len(few)} of {len(comparisons)} comparisons"
    if clauses := [*regressions(run, arm), *_decided(comparisons, Decision.BETTER)]:
        return f"{name} {'; '.join(clauses)}.{f' {capitalised(shortage)}.' if few else ''}"
    if not comparisons:
        return f"{name} has no cell that can be compared with a cell of the baseline."
    if few:
        others = ", and no difference was found in the others" if len(few) < len(comparisons) else ""
        return f"{name}: {shortage}{others}."
    least = percent(max(comparison.detectable for comparison in comparisons))
    return (
        f"{name}: no difference was found in {len(comparisons)} comparisons; in each single comparison, nine "
        f"of ten such runs would have shown a true difference of {least}."
    )


def regressions(run: MeasuredRun, arm: str) -> list[str]:
    """The reasons why an arm is a regression, as clauses to be put after the name of the arm."""
    return [
        *_decided(compare_arm(run, arm), Decision.WORSE),
        *_broken_guarantees(run, arm),
        *_rates_no_longer_held(run, arm),
    ]


def _decided(comparisons: Iterable[ArmComparison], decision: Decision) -> Iterator[str]:
    for comparison in comparisons:
        if comparison.decision is decision:
            difference, ratio = comparison.difference, comparison.difference.estimate or 1
            yield (
                f"is {decision.value} ({'higher' if ratio > 1 else 'lower'}) in {comparison.of.name} by "
                f"{percent(abs(ratio - 1))} (corrected interval of the ratio "
                f"{interval(difference.low_corrected, difference.high_corrected)})"
            )


def _broken_guarantees(run: MeasuredRun, arm: str) -> Iterator[str]:
    """Yield each guarantee that the arm broke unexpectedly, even if the baseline broke it, too."""
    for treatment in _treatments(run, arm):
        if run.guarantee(treatment.id) is Verdict.BROKEN and treatment.expect is Expectation.KEPT:
            baseline = same_in(run, treatment, baseline_arm(run))
            too = baseline is not None and run.guarantee(baseline.id) is Verdict.BROKEN
            yield f"broke the guarantee of {treatment.combination}{', as did the baseline' if too else ''}"


def _rates_no_longer_held(run: MeasuredRun, arm: str) -> Iterator[str]:
    """Yield each rate that the baseline holds and the arm is shown not to hold."""
    for rates in compare_candidates(run).rates:
        if rates.treatment.arm == arm and rates.is_lost:
            median, baseline_median = rates.medians
            yield (
                f"does not hold the rate of {rates.treatment.combination}, which the baseline holds: in the "
                f"median, the arm reached {significant(median)}{NO_BREAK}% of the rate, and the baseline "
                f"reached {significant(baseline_median)}{NO_BREAK}% (corrected interval of the difference "
                f"{interval(rates.difference.low_corrected, rates.difference.high_corrected)} points)"
            )


def _treatments(run: MeasuredRun, arm: str) -> list[Treatment]:
    return [treatment for treatment in run.plan.treatments if treatment.arm == arm]


def _acceptance_sentences(run: MeasuredRun, arm: str, sentence: str) -> Iterator[str]:
    """Yield sentences that say who accepted which regression.

    They are about the arm's regression in this run, and about earlier regressions of the arm or its baseline.
    ``sentence`` is the result of ``arm_sentence``.
    """
    acceptance = acceptance_of(run.folder)
    if acceptance and sentence in acceptance.regressions:
        yield acceptance.sentence("This regression")
    for name in (arm, baseline_arm(run)):
        description = str(run.plan.experiment.arms[name])
        if of_arm := [acceptance for acceptance in _earlier(run) if _was_worse(acceptance, description)]:
            newest = of_arm[-1]
            against, *_ = newest.arms.values()
            yield newest.sentence(
                f"{capitalised(name)} ({description}) was worse than the baseline of run {newest.run} "
                f"({against}). This regression"
            )


def _was_worse(acceptance: Acceptance, description: str) -> bool:
    """Whether ``acceptance`` accepts a regression of an arm with this description."""
    names = [name for name, words in list(acceptance.arms.items())[1:] if words == description]
    starts = tuple(f"{capitalised(name)} ({description})" for name in names)
    return any(sentence.startswith(starts) for sentence in acceptance.regressions)


def _earlier(run: MeasuredRun) -> Iterator[Acceptance]:
    """The regressions that were accepted in earlier runs of the same experiment, the oldest first."""
    for acceptance in all_acceptances(run.folder.parent):
        is_same = acceptance.experiment == run.plan.experiment.name
        if is_same and acceptance.run != run.plan.run_id and acceptance.at < run.plan.created:
            yield acceptance
