"""Which regressions of an arm, in this run or in an earlier one, a person has accepted."""

from collections.abc import Iterator

from include.rendering.words import capitalised
from include.report.acceptance import Acceptance, acceptance_of, all_acceptances
from include.report.arm_comparisons import baseline_arm
from include.report.measured_run import MeasuredRun


def acceptance_sentences(run: MeasuredRun, arm: str, found: str) -> Iterator[str]:
    """Who has accepted what was found of an arm, and who the arm or its baseline in an earlier run.

    Args:
        run: The run.
        arm: The name of the candidate.
        found: What the comparison shows of it, as the verdict has it.
    """
    own = acceptance_of(run.folder)
    if own and found in own.regressions:
        yield _sentence("This regression", own)
    for name in (arm, baseline_arm(run)):
        described = str(run.plan.experiment.arms[name])
        if earlier := _earlier(run, described):
            against, *_ = earlier.arms.values()
            subject = (
                f"{capitalised(name)} ({described}) was worse than {against} in run {earlier.run}, which"
            )
            yield _sentence(subject, earlier)


def _earlier(run: MeasuredRun, candidate: str) -> Acceptance | None:
    """The newest acceptance of a candidate in the runs of the experiment before this one."""
    of_candidate = (
        one
        for one in all_acceptances(run.folder.parent)
        if one.experiment == run.plan.experiment.name
        and candidate in list(one.arms.values())[1:]
        and one.run != run.plan.run_id
        and one.at < run.plan.created
    )
    return max(of_candidate, key=lambda one: one.at, default=None)


def _sentence(subject: str, acceptance: Acceptance) -> str:
    return f"{subject} {acceptance.words.rstrip('.')}."
