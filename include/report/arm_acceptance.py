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
        yield own.sentence("This regression")
    earlier = _earlier(run)
    for name in (arm, baseline_arm(run)):
        described = str(run.plan.experiment.arms[name])
        of_arm = [one for one in earlier if _was_worse(one, described)]
        if of_arm:
            newest = of_arm[-1]
            against, *_ = newest.arms.values()
            yield newest.sentence(
                f"{capitalised(name)} ({described}) was worse than the baseline of run {newest.run} "
                f"({against}). This regression"
            )


def _was_worse(one: Acceptance, described: str) -> bool:
    """Whether an accepted regression is that of the arm, and not of another candidate of its run."""
    names = [name for name, words in list(one.arms.items())[1:] if words == described]
    starts = tuple(f"{capitalised(name)} ({described})" for name in names)
    return any(sentence.startswith(starts) for sentence in one.regressions)


def _earlier(run: MeasuredRun) -> list[Acceptance]:
    """The acceptances of the runs of the experiment before this one, the oldest first."""
    return [
        one
        for one in all_acceptances(run.folder.parent)
        if one.experiment == run.plan.experiment.name
        and one.run != run.plan.run_id
        and one.at < run.plan.created
    ]
