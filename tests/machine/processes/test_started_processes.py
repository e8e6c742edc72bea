import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from include.machine import folders
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.started_processes import (
    EXCERPT_LINES,
    end_leftovers,
    end_of_log,
    end_registered,
    register,
    registered,
    unregister,
)

pytestmark = pytest.mark.usefixtures("own_registry")

GONE = ProcessIdentity(os.getpid(), started=1.0)


@pytest.fixture
def child() -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(["sleep", "600"]) as process:
        yield process
        process.kill()


def test_a_registered_process_is_listed_until_it_is_removed() -> None:
    this = ProcessIdentity.of(os.getpid())
    register("tests", this, owner=GONE)
    (entry,) = registered()
    assert (entry.what, entry.process, entry.owner) == ("tests", this, GONE)
    unregister(this)
    assert list(registered()) == []


def test_a_process_stays_without_an_owner_or_with_one_that_may_replace_another(
    child: "subprocess.Popen[bytes]",
) -> None:
    process = ProcessIdentity.of(child.pid)
    register("sleep", process)
    assert end_leftovers() == []
    register("sleep", process, owner=GONE)
    register("sleep", process, owner=ProcessIdentity.of(os.getpid()))
    assert end_leftovers() == []
    assert child.poll() is None
    end_registered([process])
    assert child.wait(10) == -signal.SIGTERM
    assert list(registered()) == []


def test_a_process_ends_after_its_owner(child: "subprocess.Popen[bytes]") -> None:
    register("sleep", ProcessIdentity.of(child.pid), owner=GONE)
    assert end_leftovers() == [f"sleep (process {child.pid})"]
    assert child.wait(10) == -signal.SIGTERM
    assert list(registered()) == []


def test_an_ended_process_is_unregistered_uncounted_and_an_incomplete_entry_ignored() -> None:
    register("long ago", GONE, owner=GONE)
    (folders.PROCESSES / ".1-1.json.unfinished").write_text('{"what": "hal')
    assert [entry.what for entry in registered()] == ["long ago"]
    assert end_leftovers() == []
    assert list(registered()) == []


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
