"""What the comparison of a run's arms shows, once the report is published."""

from include import folders
from include.report.arms.comparisons import candidate_arms
from include.report.arms.findings import arm_sentences
from include.report.measured_run import read_measured_run
from include.tasks.user_errors import log


def comparison_sentences(run_id: str) -> list[str]:
    """What the comparison shows of each arm, and a sentence about invalid cells where there were any."""
    run = read_measured_run(folders.RUNS / run_id)
    sentences = [one for arm in candidate_arms(run) for one in arm_sentences(run, arm)]
    for one in sentences:
        log.info(one)
    return sentences
