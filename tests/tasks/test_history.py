"""The history, as a DAG's task publishes it."""

import shutil
from pathlib import Path

import pytest

from include.tasks.report import publish_history
from tests.history.past import write


def test_the_task_answers_with_the_place_of_the_page(runs: Path) -> None:
    write(runs, "a", "4.0.0")
    assert publish_history("a") == str(runs / "history" / "releases" / "index.html")


def test_without_results_the_task_says_so_and_goes_on(runs: Path, caplog: pytest.LogCaptureFixture) -> None:
    write(runs, "a", "4.0.0")
    shutil.rmtree(runs / "a" / "results")
    assert publish_history("a") is None
    assert "There is no history yet: " in caplog.text
    assert "no run of the experiment releases with results" in caplog.text
