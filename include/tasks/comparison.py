"""Decide whether a candidate is worse than its baseline, once the report is published."""

from include import folders
from include.report.run import read_run
from include.report.sections.comparison import arms, comparison, sentence
from include.tasks.user_errors import log, user_errors
from include.verdicts.regression import Decision


class RegressionError(Exception):
    """A candidate is worse. The message says in which quantity, by how much, and where the evidence is."""


def comparison_sentences(run_id: str) -> list[str]:
    """A sentence for each arm that is compared with the baseline."""
    run = read_run(folders.RUNS / run_id)
    sentences = [sentence(run, arm) for arm in arms(run)[1]]
    for one in sentences:
        log.info(one)
    return sentences


def check_no_regression(run_id: str) -> None:
    """Fail the task if a candidate is worse in any quantity, so that its DAG run is marked as failed."""
    with user_errors(RegressionError):
        run = read_run(folders.RUNS / run_id)
        worse = [
            sentence(run, arm)
            for arm in arms(run)[1]
            if any(one.decision is Decision.WORSE for one in comparison(run, arm))
        ]
        if worse:
            raise RegressionError(f"{' '.join(worse)} The evidence: {run.folder / 'report' / 'index.html'}")
