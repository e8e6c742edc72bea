from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from include.cells.process_runner import ProcessRunner, ProgramProcess
from include.cells.program_forking import client_of, start_server, stop_server
from include.load.events import EventKind
from tests.cells.brokerless_consumer import NOWHERE, brokerless_consumer
from tests.session.load_programs import Events, next_event


@pytest.fixture(params=["an interpreter of its own", "a fork"])
def runner(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ProcessRunner]:
    """A runner whose programs are started in either way."""
    if request.param == "a fork":
        start_server(tmp_path.name, tmp_path / "server.log", owner=None)
        yield ProcessRunner(NOWHERE, forks=client_of(tmp_path.name))
        stop_server(tmp_path.name)
    else:
        yield ProcessRunner(NOWHERE)


def started(runner: ProcessRunner, folder: Path) -> tuple[ProgramProcess, Events]:
    """A consumer that is ready, and its further events."""
    events: Events = Queue()
    program = runner.start(brokerless_consumer(folder), folder, lambda _name, event: events.put(event))
    next_event(events, EventKind.READY)
    return program, events


def exhaust(events: Events) -> list[EventKind]:
    """The kinds of the remaining events, up to the exit of the program."""
    kinds = []
    while (event := events.get(timeout=30)) is not None:
        kinds.append(event.event)
    return kinds


def test_a_process_that_is_stopped_is_done_and_has_not_failed(runner: ProcessRunner, tmp_path: Path) -> None:
    program, events = started(runner, tmp_path)
    program.stop()
    assert EventKind.DONE in exhaust(events)
    assert program.failure() is None
    program.end()
    assert (tmp_path / "consumer-0.journal").is_file()
    assert "hidden" not in (tmp_path / "consumer-0.job.json").read_text()  # the secret settings of the job
    assert "hidden" in (tmp_path / "consumer-0.log").read_text()


def test_a_ready_process_has_taken_its_secrets_and_none_is_in_its_environment(
    runner: ProcessRunner, tmp_path: Path
) -> None:
    program, _ = started(runner, tmp_path)
    environment = Path(f"/proc/{program.pid}/environ").read_bytes()
    program.end()
    assert b"hidden" not in environment
    assert not list(tmp_path.glob("*.security"))


def test_a_process_that_is_killed_has_failed_by_signal_9(runner: ProcessRunner, tmp_path: Path) -> None:
    program, events = started(runner, tmp_path)
    program.kill()
    assert EventKind.DONE not in exhaust(events)
    assert program.failure() == "was ended by signal 9"
    program.end()


@pytest.mark.parametrize("cores", [(), (0,)])
def test_the_record_of_the_runner_contains_the_cores_of_its_processes(cores: tuple[int, ...]) -> None:
    assert ProcessRunner(NOWHERE, cores).record().cores == cores
