"""What the comparison of an arm with the baseline shows, in sentences: in quantities, guarantees, rates."""

from collections.abc import Iterator

from include.matrix.experiment import Expectation
from include.matrix.plan import Treatment
from include.rendering.number_format import NO_BREAK, interval, percent, significant
from include.rendering.words import capitalised
from include.report.acceptance import Acceptance, acceptance_of, all_acceptances
from include.report.arms.comparisons import ArmComparison, baseline_arm, baseline_of, compare_arm
from include.report.held_rates import held_rates
from include.report.measured_run import MeasuredRun
from include.verdicts.guarantee import Verdict
from include.verdicts.held_rate import is_held
from include.verdicts.invalid_rates import InvalidRate, InvalidRates
from include.verdicts.regression import Decision, detectable_share


def arm_sentences(run: MeasuredRun, arm: str) -> Iterator[str]:
    """What the comparison shows of an arm, who accepted it, and whether its cells were invalid as often."""
    sentence = arm_sentence(run, arm)
    yield sentence
    yield from _acceptance_sentences(run, arm, sentence)
    yield from _validity_sentences(run, arm)


def arm_sentence(run: MeasuredRun, arm: str) -> str:
    """What the comparison shows of an arm."""
    comparisons = compare_arm(run, arm)
    name = f"{capitalised(arm)} ({run.plan.experiment.arms[arm]})"
    few = [comparison for comparison in comparisons if comparison.decision is Decision.NOT_ENOUGH]
    undecided = f"not enough data for a decision in {len(few)} of {len(comparisons)} comparisons"
    if clauses := [*regressions(run, arm), *_improvements(run, arm)]:
        return f"{name} {'; '.join(clauses)}.{f' {capitalised(undecided)}.' if few else ''}"
    if not comparisons:
        return f"{name} has no cell that can be compared with a cell of the baseline."
    if few:
        others = ", and no difference was found in the others" if len(few) < len(comparisons) else ""
        return f"{name}: {undecided}{others}."
    least = percent(
        max(detectable_share(comparison.difference, comparison.of.tolerance) for comparison in comparisons)
    )
    return (
        f"{name}: no difference was found in {len(comparisons)} comparisons; in each comparison by itself, "
        f"nine of ten such runs would have shown a true difference of {least}."
    )


def regressions(run: MeasuredRun, arm: str) -> list[str]:
    """Everything that makes an arm a regression, as clauses that follow its name."""
    worse = (
        _decided(comparison) for comparison in compare_arm(run, arm) if comparison.decision is Decision.WORSE
    )
    return [*worse, *_broken_guarantees(run, arm), *_rates_no_longer_held(run, arm)]


def _improvements(run: MeasuredRun, arm: str) -> list[str]:
    return [
        _decided(comparison) for comparison in compare_arm(run, arm) if comparison.decision is Decision.BETTER
    ]


def _decided(comparison: ArmComparison) -> str:
    difference, ratio = comparison.difference, comparison.difference.estimate or 1
    return (
        f"is {comparison.decision.value} ({'higher' if ratio > 1 else 'lower'}) in {comparison.of.name} by "
        f"{percent(abs(ratio - 1))} (corrected interval of the ratio "
        f"{interval(difference.low_corrected, difference.high_corrected)})"
    )


def _broken_guarantees(run: MeasuredRun, arm: str) -> Iterator[str]:
    """Every guarantee that a cell of the arm broke unexpectedly, whatever the baseline did."""
    for treatment in _treatments(run, arm):
        if run.guarantee(treatment.id) is Verdict.BROKEN and treatment.expect is Expectation.KEPT:
            baseline = baseline_of(run, treatment)
            too = baseline is not None and run.guarantee(baseline.id) is Verdict.BROKEN
            yield f"broke the guarantee of {treatment.combination}{', as did the baseline' if too else ''}"


def _rates_no_longer_held(run: MeasuredRun, arm: str) -> Iterator[str]:
    """Every rate that the baseline holds in most of its cells, and the arm does not."""
    for treatment in _treatments(run, arm):
        baseline = baseline_of(run, treatment)
        if treatment.settings.is_disturbed or baseline is None:
            continue
        held, before = held_rates(run, treatment).median(), held_rates(run, baseline).median()
        if not is_held(held) and is_held(before):
            yield (
                f"does not hold the rate of {treatment.combination}, which the baseline holds: the medians "
                f"are {significant(held)}{NO_BREAK}% of the rate and {significant(before)}{NO_BREAK}% for "
                "the baseline"
            )


def _treatments(run: MeasuredRun, arm: str) -> list[Treatment]:
    return [treatment for treatment in run.plan.treatments if treatment.arm == arm]


def invalid_rates(run: MeasuredRun, arm: str) -> InvalidRates:
    """The rates of an arm and of the baseline, over all cells that ran."""
    return InvalidRates(_rate(run, arm), _rate(run, baseline_arm(run)))


def _validity_sentences(run: MeasuredRun, arm: str) -> Iterator[str]:
    """Yield a sentence that compares both rates; none if the first attempt at every cell was valid."""
    rates = invalid_rates(run, arm)
    if not rates.arm.invalid + rates.baseline.invalid:
        return
    test = f"p = {significant(rates.p_value, 2)}, Fisher's exact test"
    meaning = (
        f"the rates differ ({test}), so that the valid cells are a selection, and the comparison may mislead"
        if rates.differ
        else f"the rates are not shown to differ ({test})"
    )
    yield (
        f"The first attempt was not valid in {_text(rates.arm)} of {arm} and in {_text(rates.baseline)} of "
        f"{baseline_arm(run)}: {meaning}."
    )


def _text(rate: InvalidRate) -> str:
    return f"{rate.invalid} of {rate.cells} cells"


def _rate(run: MeasuredRun, arm: str) -> InvalidRate:
    """The rate over the planned cells of the arm, without those that did not run."""
    missing = {*run.missing, *run.unmeasured}
    ran = [cell.id for cell in run.plan.cells if cell.arm == arm and cell.id not in missing]
    valid = set(_valid_at_first(run))
    return InvalidRate(sum(cell not in valid for cell in ran), len(ran))


def _valid_at_first(run: MeasuredRun) -> Iterator[str]:
    cells = run.valid_cells
    yield from map(str, cells[cells["attempt"] == 1]["cell"])


def _acceptance_sentences(run: MeasuredRun, arm: str, sentence: str) -> Iterator[str]:
    """Who has accepted what was found of an arm, and who the arm or its baseline in an earlier run.

    Args:
        run: The run.
        arm: The name of the candidate.
        sentence: What the comparison shows of it, as the verdict has it.
    """
    acceptance = acceptance_of(run.folder)
    if acceptance and sentence in acceptance.regressions:
        yield acceptance.sentence("This regression")
    earlier = _earlier(run)
    for name in (arm, baseline_arm(run)):
        described = str(run.plan.experiment.arms[name])
        of_arm = [acceptance for acceptance in earlier if _was_worse(acceptance, described)]
        if of_arm:
            newest = of_arm[-1]
            against, *_ = newest.arms.values()
            yield newest.sentence(
                f"{capitalised(name)} ({described}) was worse than the baseline of run {newest.run} "
                f"({against}). This regression"
            )


def _was_worse(acceptance: Acceptance, described: str) -> bool:
    """Whether an accepted regression is that of the arm, and not of another candidate of its run."""
    names = [name for name, words in list(acceptance.arms.items())[1:] if words == described]
    starts = tuple(f"{capitalised(name)} ({described})" for name in names)
    return any(sentence.startswith(starts) for sentence in acceptance.regressions)


def _earlier(run: MeasuredRun) -> list[Acceptance]:
    """The regressions that were accepted in earlier runs of the same experiment, the oldest first."""
    return [
        acceptance
        for acceptance in all_acceptances(run.folder.parent)
        if acceptance.experiment == run.plan.experiment.name
        and acceptance.run != run.plan.run_id
        and acceptance.at < run.plan.created
    ]
