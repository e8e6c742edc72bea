"""The task that fails a run that is not good."""

from pathlib import Path

import pytest

from include.report.publish import publish
from include.tasks import verdict
from include.tasks.user_errors import TaskFailedError
from tests.report.sections.comparison.test_section import compared


def test_a_worse_candidate_ends_the_task_with_the_evidence(
    runs: Path, caplog: pytest.LogCaptureFixture
) -> None:
    publish(compared(runs, 0.8).folder)
    found = verdict.reasons("run-1")
    with pytest.raises(TaskFailedError):
        verdict.check("run-1", found)
    assert "Candidate (4.2.0) is worse (lower) in end-to-end throughput of at-least-once by 20" in caplog.text
    assert str(runs / "run-1" / "report" / "index.html") in caplog.text


def test_a_good_run_does_not_fail(runs: Path) -> None:
    publish(compared(runs, 1.0).folder)
    found = verdict.reasons("run-1")
    assert found == []
    verdict.check("run-1", found)
