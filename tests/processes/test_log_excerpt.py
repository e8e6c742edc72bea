from pathlib import Path

import pytest

from include.processes.registry import EXCERPT_LINES, end_of_log


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "broker-1.log"


def test_earlier_error_lines_are_shown_before_the_last_lines(log: Path) -> None:
    for reason in (
        "2026-01-01T00:00:00.000 [main] ERROR kafka.Kafka - Exiting",
        "java.io.IOException: No space left on device",
        "Caused by: java.net.BindException: Cannot assign requested address",
    ):
        log.write_text(f"{reason}\n{reason}\n" + "stopping\n" * 50)
        assert end_of_log(log).splitlines() == [reason, *["stopping"] * EXCERPT_LINES]


def test_an_excerpt_has_the_last_lines_without_stack_frames_or_settings_and_may_be_empty(log: Path) -> None:
    assert end_of_log(log) == ""
    log.write_text("it failed\n\tat kafka.Kafka.main(Kafka.scala)\n\tlog.dirs = /data\n")
    assert end_of_log(log) == "it failed"
    log.write_text("".join(f"line {number}\n" for number in range(100)))
    assert end_of_log(log).splitlines() == [f"line {number}" for number in range(100 - EXCERPT_LINES, 100)]
