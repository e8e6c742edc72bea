"""Compare the arms of a run, and fail its DAG run for the reasons of the verdict."""

from include import folders
from include.errors import UserError
from include.report.accepted_regressions import acceptance_of, open_reasons
from include.report.machine_readable import read_verdict
from include.tasks.user_errors import log


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
    """The reasons why the run is not good, a sentence each, without accepted regressions."""
    run = folders.RUNS / run_id
    verdict, acceptance = read_verdict(run), acceptance_of(run)
    reasons = open_reasons(verdict.reasons, acceptance)
    if acceptance and len(reasons) < len(verdict.reasons):
        log.info("The regression %s", acceptance.words)
    for reason in reasons:
        log.info(reason)
    return reasons


def check_verdict(run_id: str, reasons: list[str]) -> None:
    """Fail the task, so that its DAG run is marked as failed, if there are reasons."""
    if reasons:
        page = folders.RUNS / run_id / "report" / "index.html"
        raise UserError(f"{' '.join(reasons)} The report: {page}")
