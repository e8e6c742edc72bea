"""Say whether a candidate is worse than its baseline, once the report is out."""

from include import folders
from include.report.run import read_run
from include.report.sections.comparison import arms, comparison, sentence
from include.tasks.user_errors import log, plainly
from include.verdicts.regression import Decision


class RegressionError(Exception):
    """A candidate is worse; the message says in what, by how much, and where the evidence is."""


def found(run_id: str) -> list[str]:
    """A sentence for each arm that is compared with the baseline."""
    run = read_run(folders.RUNS / run_id)
    sentences = [sentence(run, arm) for arm in arms(run)[1]]
    for one in sentences:
        log.info(one)
    return sentences


def check_no_regression(run_id: str) -> None:
    """End the task when a candidate is worse in anything, so that its DAG run is marked."""
    with plainly(RegressionError):
        run = read_run(folders.RUNS / run_id)
        worse = [
            sentence(run, arm)
            for arm in arms(run)[1]
            if any(one.decision is Decision.WORSE for one in comparison(run, arm))
        ]
        if worse:
            raise RegressionError(f"{' '.join(worse)} The evidence: {run.folder / 'report' / 'index.html'}")
