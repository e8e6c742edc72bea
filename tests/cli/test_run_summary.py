"""What is told at the end."""

import json
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from rich.console import Console

from include.cli.run_summary import MOST_ROWS, failed_tasks, figure, invalid_cells, log_of, medians, reason
from include.local_airflow.api import TaskRun
from include.local_airflow.environment import LOGS


def log(folder: Path, *events: Mapping[str, object]) -> Path:
    path = folder / "attempt=1.log"
    path.write_text("\n".join([*map(json.dumps, events), "not JSON"]))
    return path


def test_the_reason_is_the_first_error_in_the_tasks_log(tmp_path: Path) -> None:
    said = {"level": "error", "event": "broker 2 is gone"}
    exited = {"level": "error", "event": "Task exited", "exit_code": 1}
    assert reason(log(tmp_path, {"level": "info", "event": "hello"}, said, exited)) == "broker 2 is gone"


def test_an_exception_is_told_without_its_stack_trace(tmp_path: Path) -> None:
    details = [{"exc_type": "KeyError", "exc_value": "'a'", "frames": []}]
    event = {"level": "error", "event": "Task failed with exception", "error_detail": details}
    assert reason(log(tmp_path, event)) == "KeyError: 'a'"


def test_a_task_that_left_no_log_ended_without_a_word(tmp_path: Path) -> None:
    assert reason(tmp_path / "none.log") == "it ended without a word"


def test_a_cells_log_lies_below_its_map_index() -> None:
    cell = TaskRun("run_cell", 3, "failed", 2)
    folder = LOGS / "dag_id=sweep" / "run_id=x" / "task_id=run_cell" / "map_index=3"
    assert log_of("sweep", "x", cell) == folder / "attempt=2.log"


def test_a_failed_cell_is_named_by_its_place_among_those_that_were_to_run() -> None:
    tasks = [
        TaskRun("run_cell", 0, "success", 1),
        TaskRun("run_cell", 1, "failed", 1),
        TaskRun("plan", -1, "failed", 1),
    ]
    failed = failed_tasks("sweep", "x", tasks, ["a.r01", "b.r01"])
    assert [task.name for task in failed] == ["b.r01", "plan"]


def summary(folder: Path, treatments: int) -> Path:
    path = folder / "summary.csv"
    rows = [f"t{number},producer-broker,throughput,MiB/s,12.345,,,1" for number in range(treatments)]
    path.write_text("\n".join(["treatment,span,metric,unit,median,low,high,n", *rows]))
    return path


def printed(path: Path) -> list[str]:
    output = StringIO()
    Console(file=output, width=80).print(medians(path))
    return output.getvalue().splitlines()


def test_invalid_cells_are_named_and_without_results_there_are_none(tmp_path: Path) -> None:
    assert invalid_cells(tmp_path / "cells.csv") == []
    (tmp_path / "cells.csv").write_text("cell,validity\na,valid\nb,invalid\n")
    assert invalid_cells(tmp_path / "cells.csv") == ["b"]


def test_results_from_before_validity_was_judged_have_no_invalid_cells(tmp_path: Path) -> None:
    (tmp_path / "cells.csv").write_text("cell\na\n")
    assert invalid_cells(tmp_path / "cells.csv") == []


def test_the_medians_of_a_treatment_are_a_line(tmp_path: Path) -> None:
    assert printed(summary(tmp_path, 1))[-1].split() == ["t0", "12.3", "-", "-", "-", "-", "-"]


def test_more_treatments_than_fit_are_counted(tmp_path: Path) -> None:
    said = printed(summary(tmp_path, MOST_ROWS + 2))
    assert len([line for line in said if line.startswith("t")]) == MOST_ROWS
    assert any("and 2 more treatments" in line for line in said)


def test_figures_have_three_digits_and_counts_are_whole() -> None:
    assert [figure(value) for value in ("12.345", "1234.5", "0.0123", "3.0", "")] == [
        "12.3",
        "1234",
        "0.0123",
        "3",
        "-",
    ]
