"""Publish the report of a run and the history of its experiment, and keep who accepts a regression."""

from datetime import datetime

from pydantic import ValidationError

from include import folders
from include.errors import UserError
from include.matrix.plan import read_plan
from include.report.acceptance import (
    LONGEST_REASON,
    Acceptance,
    acceptance_of,
    open_reasons,
    write_acceptance,
)
from include.report.machine_readable import read_verdict
from include.tasks.user_errors import TaskSkippedError, log, user_errors


def publish_report(run_id: str) -> str:
    """Render the report, and write the verdict on the run.

    Returns:
        The page.
    """
    from include.report.publish import publish

    with user_errors():
        page = str(publish(folders.RUNS / run_id))
    log.info("The report is %s", page)
    return page


def publish_history(run_id: str) -> str | None:
    """Render the history of a run's experiment.

    Returns:
        The page, or None if no run has results yet.
    """
    from include.history.errors import HistoryError
    from include.history.publish import publish

    with user_errors():
        try:
            page = publish(folders.RUNS, read_plan(folders.RUNS / run_id).experiment.name)
        except HistoryError as error:
            log.warning("There is no history yet: %s", error)
            return None
    log.info("The history is %s", page)
    return str(page)


def comparison_sentences(run_id: str) -> list[str]:
    """What the comparison shows of each arm, and a sentence about invalid cells if there were any."""
    from include.report.arms.comparisons import candidate_arms
    from include.report.arms.findings import arm_sentences
    from include.report.measured_run import read_measured_run

    run = read_measured_run(folders.RUNS / run_id)
    sentences = [arm_sentence for arm in candidate_arms(run) for arm_sentence in arm_sentences(run, arm)]
    for sentence in sentences:
        log.info(sentence)
    return sentences


def verdict_reasons(run_id: str) -> list[str]:
    """Why the run is not good, a sentence each, without the regressions that a person has accepted."""
    run = folders.RUNS / run_id
    with user_errors():
        verdict, acceptance = read_verdict(run), acceptance_of(run)
    reasons = open_reasons(verdict.reasons, acceptance)
    if acceptance and len(reasons) < len(verdict.reasons):
        log.info("The regression %s", acceptance.words)
    for reason in reasons:
        log.info(reason)
    return reasons


def check_verdict(run_id: str, reasons: list[str]) -> None:
    """Fail the task, so that its DAG run is marked as failed, if there are reasons."""
    with user_errors():
        if reasons:
            page = folders.RUNS / run_id / "report" / "index.html"
            raise UserError(f"{' '.join(reasons)} The report: {page}")


class RefusedReasonError(ValueError):
    """The reason cannot be kept. The message says what would be right."""


def acceptable_regressions(run_id: str) -> list[str]:
    """The regressions that a person may accept, a sentence each.

    Raises:
        TaskSkippedError: There is none. A broken guarantee or a missing cell cannot be accepted: neither is a
            cost that somebody may be willing to pay.
    """
    run = folders.RUNS / run_id
    with user_errors():
        verdict, acceptance = read_verdict(run), acceptance_of(run)
    if not open_reasons(verdict.reasons, acceptance):
        raise TaskSkippedError("Nobody is asked: no candidate is worse, or the regression was accepted.")
    if regressions := verdict.acceptable:
        return regressions
    raise TaskSkippedError(
        f"Nobody is asked: only a regression can be accepted, and the run has other reasons: "
        f"{' '.join(verdict.reasons)}"
    )


def accept(run_id: str, by: str, at: datetime, reason: str) -> None:
    """Keep who has accepted the regressions of a run, and publish its report again, which says so.

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
            f"A reason is one line of 1 to {LONGEST_REASON} characters, and this is {reason!r:.600}."
        ) from None
    with user_errors():
        write_acceptance(run, acceptance)
    log.info("The regression %s", acceptance.words)
    publish_report(run_id)
