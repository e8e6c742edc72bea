"""Compare the arms of a run, and fail its DAG run if the verdict contains a reason to do so.

A person may accept a regression. The person and the reason are recorded.
"""

from datetime import datetime

from pydantic import ValidationError

from include.machine import folders
from include.machine.errors import UserError
from include.plan.plan import read_plan
from include.rawlog.cells_and_results_of_run import report_page
from include.report.accepted_regressions import (
    LONGEST_REASON,
    Acceptance,
    acceptance_of,
    open_reasons,
    write_acceptance,
)
from include.report.machine_readable import read_verdict
from include.report.run_verdict import RunVerdict
from include.tasks.report import publish_report
from include.tasks.user_errors import TaskSkippedError, log


class RefusedReasonError(ValueError):
    """The reason that a person gave has the wrong form. The message says which form is right."""


def comparison_sentences(run_id: str) -> list[str]:
    """Sentences about the comparison of each arm, and about invalid cells if there are any."""
    from include.report.arms.comparisons import candidate_arms
    from include.report.arms.findings import arm_sentences
    from include.report.measured_run import read_measured_run

    run = read_measured_run(folders.RUNS / run_id)
    sentences = [arm_sentence for arm in candidate_arms(run) for arm_sentence in arm_sentences(run, arm)]
    for sentence in sentences:
        log.info(sentence)
    return sentences


def verdict_reasons(run_id: str) -> list[str]:
    """The reasons why the DAG run fails, as sentences. Accepted regressions are left out."""
    verdict, acceptance = _judged(run_id)
    reasons = open_reasons(verdict.reasons, acceptance)
    if acceptance and len(reasons) < len(verdict.reasons):
        log.info("The regression %s", acceptance.words)
    for reason in reasons:
        log.info(reason)
    return reasons


def _judged(run_id: str) -> tuple[RunVerdict, Acceptance | None]:
    run = folders.RUNS / run_id
    return read_verdict(run), acceptance_of(run)


def check_verdict(run_id: str, reasons: list[str]) -> None:
    """Fail the task if there are reasons why the run is not good. Then its DAG run is marked as failed."""
    if reasons:
        page = report_page(folders.RUNS / run_id)
        raise UserError(f"{' '.join(reasons)} The report: {page}")


def acceptable_regressions(run_id: str) -> list[str]:
    """The regressions that a person may accept, each as a sentence.

    Raises:
        TaskSkippedError: There is no regression to accept. A broken guarantee and a missing cell cannot be
            accepted, because they are not costs.
    """
    verdict, acceptance = _judged(run_id)
    if not open_reasons(verdict.reasons, acceptance):
        raise TaskSkippedError("Nobody is asked: no candidate is worse, or the regression was accepted.")
    if regressions := verdict.acceptable:
        return regressions
    raise TaskSkippedError(
        "Nobody is asked: only regressions can be accepted, and not all problems of the run are regressions: "
        f"{' '.join(verdict.reasons)}"
    )


def accept(run_id: str, by: str, at: datetime, reason: str) -> None:
    """Record who has accepted the regressions of a run, and publish the report again.

    Raises:
        RefusedReasonError: The reason is empty, too long, or has several lines.
    """
    run = folders.RUNS / run_id
    plan = read_plan(run)
    try:
        acceptance = Acceptance(
            run=run_id,
            experiment=plan.experiment.name,
            arms={name: str(arm) for name, arm in plan.experiment.arms.items()},
            regressions=read_verdict(run).acceptable,
            by=by,
            at=at,
            reason=reason,
        )
    except ValidationError:
        raise RefusedReasonError(
            f"A reason should be one line of 1 to {LONGEST_REASON} characters, not {reason!r:.600}."
        ) from None
    write_acceptance(run, acceptance)
    log.info("The regression %s", acceptance.words)
    publish_report(run_id)
