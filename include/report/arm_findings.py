"""What an arm does worse or better than the baseline: in quantities, guarantees and rates that it holds."""

from collections.abc import Iterator

from include.matrix.experiment import Expectation
from include.matrix.plan import Treatment
from include.rendering.number_format import NO_BREAK, interval, percent, significant
from include.report.arm_comparisons import ArmComparison, baseline_of, compare_arm
from include.report.held_rates import held_rates
from include.report.measured_run import MeasuredRun
from include.verdicts.guarantee import Verdict
from include.verdicts.held_rate import is_held
from include.verdicts.regression import Decision


def regressions(run: MeasuredRun, arm: str) -> list[str]:
    """Everything that makes an arm a regression, as clauses that follow its name."""
    worse = (_decided(one) for one in compare_arm(run, arm) if one.decision is Decision.WORSE)
    return [*worse, *_broken_guarantees(run, arm), *_rates_no_longer_held(run, arm)]


def improvements(run: MeasuredRun, arm: str) -> list[str]:
    """In which quantities an arm is better, as clauses that follow its name."""
    return [_decided(one) for one in compare_arm(run, arm) if one.decision is Decision.BETTER]


def _decided(one: ArmComparison) -> str:
    """Whether the arm is worse or better in a quantity, and by how much."""
    found, ratio = one.found, one.found.estimate or 1
    return (
        f"is {one.decision.value} ({'higher' if ratio > 1 else 'lower'}) in {one.of.name} by "
        f"{percent(abs(ratio - 1))} (corrected interval of the ratio "
        f"{interval(found.low_corrected, found.high_corrected)})"
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
        held, before = (held_rates(run, one).median() for one in (treatment, baseline))
        if not is_held(held) and is_held(before):
            yield (
                f"does not hold the rate of {treatment.combination}, which the baseline holds: the medians "
                f"are {significant(held)}{NO_BREAK}% of the rate and {significant(before)}{NO_BREAK}% for "
                "the baseline"
            )


def _treatments(run: MeasuredRun, arm: str) -> list[Treatment]:
    return [treatment for treatment in run.plan.treatments if treatment.arm == arm]
