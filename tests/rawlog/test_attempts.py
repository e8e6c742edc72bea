from pathlib import Path

from include.rawlog.attempts import AttemptEnd, other_attempts
from include.rawlog.run_files import FAILURE_FILE
from tests.rawlog.sealing import fail, seal_attempt, seal_rows

CELL = "at-least-once.r01"


def others(run: Path) -> list[tuple[str, int, AttemptEnd, bool]]:
    return [(other.cell, other.number, other.end, other.has_raw_log) for other in other_attempts(run)]


def test_the_attempt_that_is_the_measurement_of_its_cell_is_no_other_attempt(tmp_path: Path) -> None:
    cell = seal_rows(tmp_path / "cells" / CELL)
    assert others(tmp_path) == []
    (cell / FAILURE_FILE).write_text("{}")
    assert others(tmp_path) == []  # a cell that is sealed did not fail
    fail(cell, "a broker is gone", number=3)
    assert others(tmp_path) == [(CELL, 3, AttemptEnd.FAILED, True)]


def test_a_repeated_attempt_is_sealed(tmp_path: Path) -> None:
    seal_attempt(tmp_path, CELL, 2)
    seal_attempt(tmp_path, CELL, 10)
    assert others(tmp_path) == [(CELL, number, AttemptEnd.REPEATED, True) for number in (2, 10)]


def test_a_failed_attempt_may_have_a_raw_log_and_a_reason(tmp_path: Path) -> None:
    fail(seal_attempt(tmp_path, CELL, 1), "a broker is gone")
    (tmp_path / "attempts" / f"{CELL}.2").mkdir()  # it was killed
    attempts = [(attempt.end, attempt.has_raw_log, attempt.failure) for attempt in other_attempts(tmp_path)]
    assert attempts == [(AttemptEnd.FAILED, True, "a broker is gone"), (AttemptEnd.FAILED, False, "")]
