"""Decide whether a candidate is worse than its baseline, once the report is published."""

from include import folders
from include.report.arm_comparisons import candidate_arms
from include.report.arm_findings import regressions
from include.report.arm_sentences import arm_sentence, arm_sentences
from include.report.measured_run import read_measured_run
from include.tasks.user_errors import log, user_errors


class RegressionError(Exception):
    """A candidate is worse. The message says in what, by how much, and where the evidence is."""


def comparison_sentences(run_id: str) -> list[str]:
    """What the comparison shows of each arm, and a sentence about invalid cells where there were any."""
    run = read_measured_run(folders.RUNS / run_id)
    sentences = [one for arm in candidate_arms(run) for one in arm_sentences(run, arm)]
    for one in sentences:
        log.info(one)
    return sentences


def check_no_regression(run_id: str) -> None:
    """Fail the task, so that its DAG run is marked as failed, if a candidate is a regression.

    It is one if it is worse in any quantity, breaks a guarantee, or no longer holds a rate.
    """
    with user_errors(RegressionError):
        run = read_measured_run(folders.RUNS / run_id)
        worse = [arm_sentence(run, arm) for arm in candidate_arms(run) if regressions(run, arm)]
        if worse:
            raise RegressionError(f"{' '.join(worse)} The evidence: {run.folder / 'report' / 'index.html'}")
