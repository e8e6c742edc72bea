from pathlib import Path

from include.rawlog.cells_and_results_of_run import FAILURE_FILE, AttemptEnd, Failure, other_attempts
from tests.rawlog.sealing import seal_attempt, seal_rows

CELL = "at-least-once.r01"


def others(run: Path) -> list[tuple[str, int, AttemptEnd, str]]:
    return [(other.cell, other.number, other.end, other.failure) for other in other_attempts(run)]


def fail(folder: Path, number: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    failure = Failure(cell=CELL, attempt=number, reason="a broker is gone")
    (folder / FAILURE_FILE).write_text(failure.model_dump_json(), encoding="utf-8")


def test_the_attempt_that_is_the_measurement_of_its_cell_is_no_other_attempt(tmp_path: Path) -> None:
    cell = seal_rows(tmp_path / "cells" / CELL)
    assert others(tmp_path) == []
    (cell / FAILURE_FILE).write_text("{}")
    assert others(tmp_path) == []  # a cell that is sealed did not fail


def test_a_repeated_attempt_is_sealed(tmp_path: Path) -> None:
    seal_attempt(tmp_path, CELL, 2)
    seal_attempt(tmp_path, CELL, 10)
    assert others(tmp_path) == [(CELL, number, AttemptEnd.REPEATED, "") for number in (2, 10)]


def test_a_failed_attempt_has_a_reason_unless_it_was_killed(tmp_path: Path) -> None:
    fail(tmp_path / "attempts" / f"{CELL}.1", 1)
    (tmp_path / "attempts" / f"{CELL}.2").mkdir()  # it was killed
    fail(tmp_path / "cells" / CELL, 3)
    reasons = ["a broker is gone", "", "a broker is gone"]
    expected = [(CELL, number, AttemptEnd.FAILED, reason) for number, reason in enumerate(reasons, start=1)]
    assert others(tmp_path) == expected
