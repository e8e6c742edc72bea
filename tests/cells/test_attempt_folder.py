from pathlib import Path

from include.cells.attempt_folder import AttemptFolder
from include.rawlog.cells_and_results_of_run import read_failure

CELL = "at-least-once.r01"


def test_every_attempt_has_an_empty_folder_and_earlier_files_are_moved_aside(tmp_path: Path) -> None:
    first = AttemptFolder(tmp_path, CELL)
    assert (first.number, first.folder) == (1, tmp_path / "cells" / CELL)
    assert not any(first.folder.iterdir())
    (first.folder / "producer.log").write_text("first")
    (AttemptFolder(tmp_path, CELL).folder / "producer.log").write_text("second")
    third = AttemptFolder(tmp_path, CELL)
    assert third.number == 3
    assert not any(third.folder.iterdir())
    assert (tmp_path / "attempts" / f"{CELL}.1" / "producer.log").read_text() == "first"
    assert (tmp_path / "attempts" / f"{CELL}.2" / "producer.log").read_text() == "second"


def test_secrets_that_a_killed_program_left_are_removed(tmp_path: Path) -> None:
    (AttemptFolder(tmp_path, CELL).folder / "producer.security").write_text("hidden")
    AttemptFolder(tmp_path, CELL)
    assert not list(tmp_path.rglob("*.security"))


def test_a_failure_contains_the_last_lines_of_the_programs_output(tmp_path: Path) -> None:
    attempt = AttemptFolder(tmp_path, CELL)
    (attempt.folder / "producer.log").write_text("\n".join(f"line {number}" for number in range(100)))
    attempt.fail("producer was ended by signal 9", "producer")
    failure = read_failure(attempt.folder)
    assert failure.reason == "producer was ended by signal 9"
    assert failure.output[-1] == "line 99"
    assert len(failure.output) == 20
