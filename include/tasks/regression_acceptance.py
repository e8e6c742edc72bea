"""Ask whether a person accepts a regression, and record who accepted it."""

from datetime import datetime

from pydantic import ValidationError

from include import folders
from include.matrix.plan import read_plan
from include.report.accepted_regressions import (
    LONGEST_REASON,
    Acceptance,
    acceptance_of,
    open_reasons,
    write_acceptance,
)
from include.report.machine_readable import read_verdict
from include.tasks.report import publish_report
from include.tasks.user_errors import TaskSkippedError, log


class RefusedReasonError(ValueError):
    """The reason cannot be kept. The message says what would be right."""


def acceptable_regressions(run_id: str) -> list[str]:
    """The regressions that a person may accept, a sentence each.

    Raises:
        TaskSkippedError: There is none. A broken guarantee or a missing cell cannot be accepted, because
            neither is a cost.
    """
    run = folders.RUNS / run_id
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
    """Record who has accepted the regressions of a run, and publish its report again with the name.

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
    write_acceptance(run, acceptance)
    log.info("The regression %s", acceptance.words)
    publish_report(run_id)
