"""Publish the report of a run and the history of its experiment, and say what the report shows."""

from include import folders
from include.matrix.plan import read_plan
from include.report.acceptance import acceptance_of, open_reasons
from include.report.machine_readable import read_verdict
from include.tasks.user_errors import log, user_errors


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
    from include.report.arm_comparisons import candidate_arms
    from include.report.arm_findings import arm_sentences
    from include.report.measured_run import read_measured_run

    run = read_measured_run(folders.RUNS / run_id)
    sentences = [arm_sentence for arm in candidate_arms(run) for arm_sentence in arm_sentences(run, arm)]
    for sentence in sentences:
        log.info(sentence)
    return sentences


class VerdictError(Exception):
    """The run is not good. The message says why, and where the report is."""


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
    with user_errors(VerdictError):
        if reasons:
            page = folders.RUNS / run_id / "report" / "index.html"
            raise VerdictError(f"{' '.join(reasons)} The report: {page}")
