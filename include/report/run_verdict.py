"""The verdict on a whole run: whether a build that depends on the run may pass, and if not, why."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel

from include.kinds.metrics.registry import METRICS
from include.plan.experiment import Expectation
from include.plan.treatment import Treatment
from include.report.arms.comparisons import candidate_arms, undecided_arm
from include.report.arms.findings import arm_sentence, regressions
from include.report.measured_run import MeasuredRun
from include.report.pages.wording import count, first_of, percent
from include.report.violations_and_episodes import episodes_of
from include.verdicts.guarantee import WHY_UNPROVEN, Verdict, promised

MAX_NAMED = 3
"""The maximum number of missing cells that are named."""


class Result(StrEnum):
    """The result of a run. If several results apply, the first of them in this list counts."""

    BROKEN = "broken"
    """A promise was broken although the experiment expects it to be kept."""
    WORSE = "worse"
    INCOMPLETE = "incomplete"
    """A cell is missing, was rejected, or was not measured."""
    INCONCLUSIVE = "inconclusive"
    """The run did not decide what it was asked to decide. There are four possible causes. The interval of a
    comparison of arms is too wide. The promises of a treatment are neither broken nor proven to be kept. A
    control shows no violation. More cells leave their promises unproven than the experiment allows."""
    GOOD = "good"


class _Model(BaseModel, extra="forbid", frozen=True):
    """The base class of the models of a verdict."""


class TreatmentVerdict(_Model):
    """Whether a treatment kept its promises, and what the experiment expects of it."""

    treatment: str
    expected: Expectation
    found: Verdict | None
    """The worst verdict over the measured cells, or ``BROKEN`` if any other attempt broke a promise; None
    without a verdict."""
    violations: dict[str, int]
    """The number of messages with each violation that must not occur, over all attempts, by the violation's
    metric. Violations without a message are left out."""
    episodes: int = 0
    """The number of episodes of the fault that show whether the promises hold; without a fault, the number of
    attempts."""
    broken_episodes: int = 0
    at_most: float | None = None
    """The upper 95 % confidence bound of the share of episodes that break a promise; None if no episode
    counts."""
    problem: str = ""
    """A sentence about a guarantee that was broken but should be kept; empty if there is none."""


class ArmVerdict(_Model):
    """A candidate, compared with the baseline."""

    arm: str
    is_worse: bool
    is_expected_to_be_worse: bool = False
    """Whether the arm is a control, which is worse on purpose."""
    sentence: str
    undecided: str = ""
    """A sentence that says why a required decision about the arm is missing; empty if none is missing."""

    @property
    def is_regression(self) -> bool:
        """Whether the arm is worse although the experiment does not expect it to be worse."""
        return self.is_worse and not self.is_expected_to_be_worse


class RunVerdict(_Model):
    """The content of ``results/verdict.json``."""

    version: Literal[1] = 1
    """The version of the format. It changes when a key is renamed, removed or gets another meaning."""
    run: str
    experiment: str
    release: str
    result: Result
    reasons: list[str]
    """The reasons why the result is not ``GOOD``, each a sentence; empty if it is ``GOOD``."""
    treatments: list[TreatmentVerdict]
    arms: list[ArmVerdict]
    cells: int
    """The number of planned cells that the run needed."""
    missing: list[str]
    """The cells without a sealed raw log."""
    failures: list[str] = []
    """Why they failed, each reason once; empty if they were not tried."""
    rejected: list[str]
    """The cells that could not be measured, for example because their raw log is incomplete."""
    inconclusive: list[str]
    """The cells in which a promise that should be kept is unproven."""
    undecided: list[str] = []
    """Sentences about what the run should decide, but leaves undecided."""

    @property
    def acceptable(self) -> list[str]:
        """The regressions that a person may accept; empty if ``reasons`` also contains other reasons."""
        worse = [arm.sentence for arm in self.arms if arm.is_regression]
        return worse if worse == self.reasons else []


def verdict_of(run: MeasuredRun) -> RunVerdict:
    """Judge a run by its results."""
    treatments = [_of_treatment(run, treatment) for treatment in run.plan.treatments]
    arms = [_of_arm(run, arm) for arm in candidate_arms(run)]
    missing = [cell.id for cell in run.needed if cell.id not in run.manifests | run.rejected]
    inconclusive = list(_inconclusive(run))
    of_arms = dict.fromkeys(arm.undecided for arm in arms if arm.undecided)
    undecided_sentences = [*of_arms, *_undecided_treatments(run), *_too_many(run, inconclusive)]
    reasons = {
        Result.BROKEN: [verdict.problem for verdict in treatments if verdict.problem],
        Result.WORSE: [verdict.sentence for verdict in arms if verdict.is_regression],
        Result.INCOMPLETE: list(_incomplete(run, missing)),
        Result.INCONCLUSIVE: undecided_sentences,
    }
    return RunVerdict(
        run=run.plan.run_id,
        experiment=run.plan.experiment.name,
        release=run.plan.release,
        result=next((result for result, texts in reasons.items() if texts), Result.GOOD),
        reasons=[reason for texts in reasons.values() for reason in texts],
        treatments=treatments,
        arms=arms,
        cells=len(run.needed),
        missing=missing,
        failures=list(dict.fromkeys(run.failures[cell].reason for cell in missing if cell in run.failures)),
        rejected=list(run.rejected),
        inconclusive=inconclusive,
        undecided=undecided_sentences,
    )


def _of_treatment(run: MeasuredRun, treatment: Treatment) -> TreatmentVerdict:
    verdict, episodes = run.guarantee(treatment.id), episodes_of(run, treatment)
    excluded_violations = sorted(promised(treatment.settings))
    violations = {name: total for name in excluded_violations if (total := run.counted(treatment.id, name))}
    words = "; ".join(f"{count(total)} {METRICS[name].in_words}" for name, total in violations.items())
    is_problem = verdict is Verdict.BROKEN and treatment.expect is Expectation.KEPT
    return TreatmentVerdict(
        treatment=treatment.id,
        expected=treatment.expect,
        found=verdict,
        violations=violations,
        episodes=episodes.total,
        broken_episodes=episodes.broken,
        at_most=episodes.at_most,
        problem=f"{treatment.id} broke its guarantee in {episodes.in_words}: {words}." if is_problem else "",
    )


def _undecided_treatments(run: MeasuredRun) -> Iterator[str]:
    """Yield a sentence for each treatment whose guarantee is unproven in a cell, and for each failed control.

    A control without a violation fails, because it does not prove that violations are detected.
    """
    for treatment in run.plan.treatments:
        verdict = run.guarantee(treatment.id)
        if treatment.expect is Expectation.BROKEN and verdict is Verdict.KEPT:
            yield (
                f"{treatment.id} is expected to break its guarantee, but no violation was found: either its "
                "fault caused no violation, or violations are not detected."
            )
        elif treatment.expect is not Expectation.EITHER and verdict is Verdict.UNPROVEN:
            yield f"{treatment.id} leaves its guarantee unproven in one cell or more: {WHY_UNPROVEN}."


def _of_arm(run: MeasuredRun, arm: str) -> ArmVerdict:
    is_worse = bool(regressions(run, arm))
    return ArmVerdict(
        arm=arm,
        is_worse=is_worse,
        is_expected_to_be_worse=run.plan.experiment.arms[arm].expect == "worse",
        sentence=arm_sentence(run, arm),
        undecided=undecided_arm(run, arm, is_worse),
    )


def _incomplete(run: MeasuredRun, missing: list[str]) -> Iterator[str]:
    cell_count = len(run.needed)
    if missing:
        yield (
            f"{len(missing)} of {cell_count} cells have no sealed raw log: {first_of(missing, MAX_NAMED)}. "
            "To run them, complete the run, or clear their tasks in Airflow; the report is published without "
            "them."
        )
    if run.unmeasured:
        yield (
            f"{len(run.unmeasured)} of {cell_count} cells are sealed, but not in the results: "
            f"{', '.join(run.unmeasured)}. Measure the run again."
        )
    if run.rejected:
        reasons = "; ".join(dict.fromkeys(run.rejected.values()))
        yield (
            f"{len(run.rejected)} of {cell_count} cells were rejected: {reasons}. To measure a cell again, "
            "remove its folder and complete the run; the report is published without them."
        )


def _inconclusive(run: MeasuredRun) -> Iterator[str]:
    treatment_ids = {
        treatment.id for treatment in run.plan.treatments if treatment.expect is Expectation.KEPT
    }
    for cell in run.cells.to_dict("records"):
        is_unproven = cell.get("guarantee") == Verdict.UNPROVEN.value and cell["treatment"] in treatment_ids
        if is_unproven:
            yield cell["cell"]


def _too_many(run: MeasuredRun, inconclusive: list[str]) -> Iterator[str]:
    cell_count, most = len(run.needed), run.plan.experiment.most_inconclusive
    if len(inconclusive) > most * cell_count:
        yield (
            f"{len(inconclusive)} of {cell_count} cells leave their guarantees unproven, and "
            f"`most_inconclusive` of the experiment allows {percent(most)}; the report has the reasons."
        )
