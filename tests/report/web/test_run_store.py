from include.rawlog import cells_and_results_of_run
from include.report import machine_readable, run_verdict
from include.report.history import compare
from include.report.web import run_facts, run_store


def test_the_served_folders_and_the_verdict_are_those_that_are_written() -> None:
    written = {
        cells_and_results_of_run.REPORT_FOLDER,
        cells_and_results_of_run.RESULTS_FOLDER,
        compare.COMPARED_FOLDER,
    }
    assert set(run_store.SERVED) == written
    assert machine_readable.ANSWER_FILE.endswith(run_store.SERVED[run_store.REPORT])
    assert run_facts.VERDICT_FILE == machine_readable.VERDICT_FILE
    assert set(run_facts.VerdictHead.model_fields) <= set(run_verdict.RunVerdict.model_fields)
