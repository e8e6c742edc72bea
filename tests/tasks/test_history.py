import shutil
from pathlib import Path

import pytest

from include.tasks.report import publish_history
from tests.report.history.past import write


def test_the_task_answers_with_the_place_of_the_page_or_says_that_there_are_no_results(
    runs: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(runs, "a", "4.0.0")
    assert publish_history("a") == str(runs / "history" / "releases" / "index.html")
    shutil.rmtree(runs / "a" / "results")
    assert publish_history("a") is None
    assert "There is no history yet: " in caplog.text
    assert "no run of the experiment releases with results" in caplog.text
