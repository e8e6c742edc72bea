"""Say whether a candidate is worse than its baseline, once the report is out."""

from collections.abc import Iterator

from include import folders
from include.report.comparison import arms, comparison, sentence
from include.report.run import Run, read_run
from include.sweep.plainly import log, plainly
from include.verdicts.regression import Decision


class RegressionError(Exception):
    """A candidate is worse; the message says in what, by how much, and where the evidence is."""


def check_no_regression(run_id: str) -> list[str]:
    """End the task when a candidate is worse, so that its DAG run is marked; else what was found."""
    with plainly(RegressionError):
        run = read_run(folders.RUNS / run_id)
        if worse := list(regressions(run)):
            raise RegressionError(f"{' '.join(worse)} The evidence is {run.folder / 'report' / 'index.html'}")
        found = [sentence(run, arm) for arm in arms(run)[1]]
    for one in found:
        log.info(one)
    return found


def regressions(run: Run) -> Iterator[str]:
    """What is to be said of each arm that is worse than the baseline in anything."""
    for arm in arms(run)[1]:
        if any(one.decision is Decision.WORSE for one in comparison(run, arm)):
            yield sentence(run, arm)
