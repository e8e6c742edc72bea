"""The folders and files that are served are those that the stages write."""

from include.history import compare
from include.rawlog import results_folder
from include.report import publish, run_verdict, verdict_files
from include.web import run_facts, run_store


def test_the_served_folders_and_the_verdict_are_those_that_are_written() -> None:
    written = {publish.REPORT_FOLDER, results_folder.RESULTS_FOLDER, compare.COMPARED_FOLDER}
    assert set(run_store.SERVED) == written
    assert run_facts.VERDICT_FILE == verdict_files.VERDICT_FILE
    assert set(run_facts.VerdictHead.model_fields) <= set(run_verdict.RunVerdict.model_fields)
