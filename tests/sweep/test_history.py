"""The history, as a DAG's task publishes it."""

import shutil
from pathlib import Path

import pytest

from include.sweep.history import publish
from tests.history.past import write


def test_the_task_answers_with_the_place_of_the_page(runs: Path) -> None:
    write(runs, "a", "4.0.0")
    assert publish("a") == str(runs / "history" / "releases" / "index.html")


def test_without_results_the_task_ends_with_one_message(runs: Path, caplog: pytest.LogCaptureFixture) -> None:
    write(runs, "a", "4.0.0")
    shutil.rmtree(runs / "a" / "results")
    with pytest.raises(SystemExit):
        publish("a")
    assert "no run of the experiment releases with results" in caplog.text
