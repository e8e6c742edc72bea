"""The history, as a DAG's task publishes it."""

from pathlib import Path

import pytest

from include.sweep.history import publish
from tests.history.past import write


def test_the_task_answers_with_the_place_of_the_page(runs: Path) -> None:
    write(runs, "a", "4.0.0")
    assert publish() == str(runs / "history" / "releases" / "index.html")


def test_without_a_run_the_task_ends_with_one_message(runs: Path, caplog: pytest.LogCaptureFixture) -> None:
    runs.mkdir()
    with pytest.raises(SystemExit):
        publish()
    assert "no run of the experiment releases with results" in caplog.text
