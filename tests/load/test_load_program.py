import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from include.load import load_program
from include.load.consumer_jobs import ConsumerJob
from include.load.load_program import run_program
from include.machine.errors import PlatformError
from tests.load.fakes import FakeSignals, events
from tests.load.jobs import job_of

JOB = job_of(ConsumerJob)


class ClientError(Exception):
    """The error of these programs' client."""


def fake_program(**failures: Exception) -> Mock:
    """A program that records its steps; the given steps raise errors."""
    errors = {f"{step}.side_effect": error for step, error in failures.items()}
    return Mock(**{"counts.return_value": {"sent": 7}, **errors})


def steps(program: Mock) -> list[str]:
    return [step for step, *_ in program.method_calls if step != "counts"]


@pytest.fixture(autouse=True)
def process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A process whose command line names a job, without signal handlers."""
    JOB.write(tmp_path / "job.json")
    monkeypatch.setattr(sys, "argv", ["program", str(tmp_path / "job.json")])
    monkeypatch.setattr(load_program, "die_with_parent", lambda: None)
    monkeypatch.setattr(load_program, "ProgramSignals", FakeSignals)


def start(program: Mock) -> None:
    run_program(lambda *_: program, ConsumerJob, ClientError, lambda error, job: f"{job.topic}: {error}")


def exit_code(program: Mock) -> object:
    with pytest.raises(SystemExit) as ended:
        start(program)
    return ended.value.code


def test_a_program_gets_ready_runs_and_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    program = fake_program()
    assert exit_code(program) == 0
    assert steps(program) == ["get_ready", "run", "leave"]
    ready, done = events(capsys)
    assert ready["client_settings"]["client.id"] == "rdkafka"
    assert (done["event"], done["counts"]) == ("done", {"sent": 7})


def test_a_program_whose_client_gives_up_reports_error_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    program = fake_program(run=ClientError("fenced"))
    assert exit_code(program) == 1
    assert steps(program) == ["get_ready", "run", "leave"]
    assert [(event["event"], event.get("reason")) for event in events(capsys)] == [
        ("ready", None),
        ("error", "t: fenced"),
        ("done", None),
    ]


def test_a_program_without_a_job_or_that_cannot_get_ready_does_nothing_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = fake_program(get_ready=PlatformError("the monitor cannot be reached"))
    assert exit_code(program) == 2
    assert steps(program) == ["get_ready"]
    assert [event["reason"] for event in events(capsys)] == ["the monitor cannot be reached"]
    monkeypatch.setattr(sys, "argv", ["program", "no-such-job.json"])
    program = fake_program()
    assert exit_code(program) == 2
    assert steps(program) == []
    assert [event["reason"] for event in events(capsys)] == ["no-such-job.json: No such file or directory"]


def test_an_error_in_the_program_itself_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        start(fake_program(run=ZeroDivisionError()))
