import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from include.errors import PlatformError
from include.load_runtime import load_program
from include.load_runtime.consumer_jobs import ConsumerJob
from include.load_runtime.load_program import run_program
from include.load_runtime.signals import ProgramSignals
from tests.load_runtime.fakes import FakeSignals, events
from tests.load_runtime.jobs import job_of

JOB = job_of(ConsumerJob)


class ClientError(Exception):
    """The error of these programs' client."""


class FakeProgram:
    """Records its steps; the given steps raise errors."""

    def __init__(self, **failures: Exception) -> None:
        self.steps: list[str] = []
        self._failures = failures

    def counts(self) -> dict[str, int]:
        return {"sent": 7}

    def __getattr__(self, step: str) -> Callable[[], None]:
        return partial(self._take, step)

    def _take(self, step: str) -> None:
        self.steps.append(step)
        if step in self._failures:
            raise self._failures[step]


@pytest.fixture(autouse=True)
def process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A process whose command line names a job, without signal handlers."""
    JOB.write(tmp_path / "job.json")
    monkeypatch.setattr(sys, "argv", ["program", str(tmp_path / "job.json")])
    monkeypatch.setattr(load_program, "die_with_parent", lambda: None)
    monkeypatch.setattr(load_program, "ProgramSignals", FakeSignals)


def start(program: FakeProgram) -> None:
    def create(_job: ConsumerJob, _signals: ProgramSignals) -> Any:
        return program

    run_program(create, ConsumerJob, ClientError, lambda error, job: f"{job.topic}: {error}")


def exit_code(program: FakeProgram) -> object:
    with pytest.raises(SystemExit) as ended:
        start(program)
    return ended.value.code


def test_a_program_gets_ready_runs_writes_and_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    program = FakeProgram()
    assert exit_code(program) == 0
    assert program.steps == ["get_ready", "run", "write", "leave"]
    ready, done = events(capsys)
    assert ready["client_settings"]["client.id"] == "rdkafka"
    assert (done["event"], done["counts"]) == ("done", {"sent": 7})


def test_a_program_whose_client_gives_up_writes_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    program = FakeProgram(run=ClientError("fenced"))
    assert exit_code(program) == 1
    assert program.steps == ["get_ready", "run", "write", "leave"]
    assert [(event["event"], event.get("reason")) for event in events(capsys)] == [
        ("ready", None),
        ("error", "t: fenced"),
        ("done", None),
    ]


def test_a_program_without_a_job_or_that_cannot_get_ready_does_nothing_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = FakeProgram(get_ready=PlatformError("the monitor cannot be reached"))
    assert exit_code(program) == 2
    assert program.steps == ["get_ready"]
    assert [event["reason"] for event in events(capsys)] == ["the monitor cannot be reached"]
    monkeypatch.setattr(sys, "argv", ["program", "no-such-job.json"])
    program = FakeProgram()
    assert exit_code(program) == 2
    assert program.steps == []
    assert [event["reason"] for event in events(capsys)] == ["no-such-job.json: No such file or directory"]


def test_an_error_in_the_program_itself_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        start(FakeProgram(run=ZeroDivisionError()))
