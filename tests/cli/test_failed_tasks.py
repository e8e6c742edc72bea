import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from include.cli.failed_tasks import FailedTask, failed_tasks, failures, first_error, log_of
from include.cli.local_airflow.dag_run import FailedTaskRun
from include.cli.local_airflow.environment import LOGS
from include.rawlog.cells_and_results_of_run import Failure

BEGAN = 1_000_000.0
CELL = FailedTaskRun("sweep", "x", "run_cell", 1, 1)


def log(path: Path, *events: Mapping[str, object]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([*map(json.dumps, events), "not JSON"]))
    return path


def test_the_reason_is_the_first_error_in_the_tasks_log_without_its_stack_trace(tmp_path: Path) -> None:
    broken = {"level": "error", "event": "broker 2 is gone"}
    exited = {"level": "error", "event": "Task exited", "exit_code": 1}
    path = log(tmp_path / "a.log", {"level": "info", "event": "hello"}, broken, exited)
    assert first_error(path) == "broker 2 is gone"
    details = [{"exc_type": "KeyError", "exc_value": "'a'", "frames": []}]
    event = {"level": "error", "event": "Task failed with exception", "error_detail": details}
    assert first_error(log(tmp_path / "a.log", event)) == "KeyError: 'a'"
    assert first_error(tmp_path / "none.log") == "No error was found in the task log; read the whole log."


def test_a_cells_log_lies_below_its_map_index() -> None:
    folder = LOGS / "dag_id=sweep" / "run_id=x" / "task_id=run_cell" / "map_index=3"
    assert log_of(FailedTaskRun("sweep", "x", "run_cell", 3, 2)) == folder / "attempt=2.log"


@pytest.fixture
def failing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a run, whose second cell failed; the log of its task has another error."""
    monkeypatch.setattr("include.cli.failed_tasks.LOGS", tmp_path / "logs")
    log(log_of(CELL), {"level": "error", "event": "said by the log"})
    return tmp_path / "run"


@pytest.mark.parametrize(("left", "by"), [(1, "cell"), (-1, "log"), (None, "log")])
def test_a_cell_that_failed_in_this_command_says_why(failing: Path, left: int | None, by: str) -> None:
    if left is not None:
        file = failing / "cells" / "b.r01" / "failure.json"
        file.parent.mkdir(parents=True)
        file.write_text(Failure(cell="b.r01", attempt=1, reason="said by the cell").model_dump_json())
        os.utime(file, (BEGAN + left, BEGAN + left))
    (failed,) = failed_tasks([CELL], failing, ["a.r01", "b.r01"], BEGAN)
    assert (failed.name, failed.reason) == ("b.r01", f"said by the {by}")


def test_another_task_is_named_by_itself(tmp_path: Path) -> None:
    (failed,) = failed_tasks([FailedTaskRun("sweep", "y", "plan", -1, 1)], tmp_path, ["a.r01"], BEGAN)
    assert (failed.name, failed.reason) == ("plan", "No error was found in the task log; read the whole log.")


def test_cells_that_failed_for_the_same_reason_are_grouped() -> None:
    dead = "broker 2 is gone; the end of its log:\nline\nline"
    failed = [FailedTask(f"cell {number}", dead, Path(f"{number}.log")) for number in range(13)]
    groups = list(failures([*failed, FailedTask("other", "timed out", Path("other.log"))]))
    assert [(message, log.name) for message, log in groups] == [
        ("cell 0 and 12 more failed: broker 2 is gone; the end of its log:\nline\nline", "0.log"),
        ("other failed: timed out", "other.log"),
    ]
