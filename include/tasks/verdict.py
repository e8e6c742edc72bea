"""Fail a run that is not good, once its report is published."""

from include import folders
from include.report.acceptance import acceptance_of, open_reasons
from include.report.verdict_files import read_verdict
from include.tasks.user_errors import log, user_errors


class VerdictError(Exception):
    """The run is not good. The message says why, and where the report is."""


def reasons(run_id: str) -> list[str]:
    """Why the run is not good, a sentence each, without the regressions that a person has accepted."""
    run = folders.RUNS / run_id
    with user_errors():
        verdict, acceptance = read_verdict(run), acceptance_of(run)
    found = open_reasons(verdict.reasons, acceptance)
    if acceptance and len(found) < len(verdict.reasons):
        log.info("The regression %s", acceptance.words)
    for one in found:
        log.info(one)
    return found


def check(run_id: str, found: list[str]) -> None:
    """Fail the task, so that its DAG run is marked as failed, if there are reasons."""
    with user_errors(VerdictError):
        if found:
            page = folders.RUNS / run_id / "report" / "index.html"
            raise VerdictError(f"{' '.join(found)} The report: {page}")
