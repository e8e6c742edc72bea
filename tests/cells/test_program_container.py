import socket
import struct
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any
from unittest.mock import Mock

import pytest

from include.cells import container_runner
from include.cells.container_runner import _check_congestion_control
from include.cells.program_container import ProgramContainer
from include.cells.resource_limits import ResourceLimits
from include.clients.client_adapters import ContainerCommand
from include.load.events import Event
from include.load.program_environment import SECURITY_VARIABLE
from include.machine.errors import PlatformError
from tests.cells.brokerless_consumer import NOWHERE, brokerless_consumer


def ended_container(output: bytes = b"") -> Mock:
    """A container whose output has ended."""
    ours, theirs = socket.socketpair()
    if output:
        theirs.sendall(struct.pack(">BxxxL", 1, len(output)) + output)
    theirs.close()
    return Mock(id="ended", **{"attach_socket.return_value": ours, "wait.return_value": None})


def refuse(*_: object) -> Any:
    raise ValueError("ip printed no JSON")


def program_in(folder: Path, create: Callable[[], Any], join: Callable[[Any], Any]) -> ProgramContainer:
    return ProgramContainer("producer", create, join, (folder / "producer.log").open("w"), lambda *_: None)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_the_end_of_a_program_is_told_although_its_output_could_not_be_taken(tmp_path: Path) -> None:
    container, events = ended_container(b'{"event": "ready", "at_ns": 1}\n'), SimpleQueue[Event | None]()

    def take(_name: str, event: Event | None) -> None:
        events.put(event)
        if event:
            raise ValueError("an error that nobody foresaw")

    log = (tmp_path / "producer.log").open("w")
    program = ProgramContainer("producer", lambda: container, lambda _: None, log, take)
    assert events.get(timeout=10) is not None
    assert events.get(timeout=10) is None
    assert has_ended(program)


def test_a_container_gets_its_secrets_in_a_file_that_is_removed_at_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, ended = Mock(), SimpleQueue[Event | None]()
    kept: list[str] = []

    def create(_image: str, _arguments: list[str], **options: Any) -> Mock:
        kept.append(Path(options["environment"][SECURITY_VARIABLE]).read_text())
        kept.append(str(options))
        return ended_container()

    engine.containers.create = create
    monkeypatch.setattr(container_runner, "engine", lambda: engine)
    monkeypatch.setattr(container_runner, "container_of", lambda *_: ContainerCommand("image", []))
    runner = container_runner.ContainerRunner(NOWHERE, "tests", ResourceLimits())
    runner.start(brokerless_consumer(tmp_path), tmp_path, lambda _name, event: ended.put(event))
    assert ended.get(timeout=10) is None
    assert kept[0] == '{"client.id": "hidden"}'
    assert "hidden" not in kept[1]
    assert not list(tmp_path.glob("*.security"))


def has_ended(program: ProgramContainer) -> bool:
    """Whether the end of a program is reached within some seconds."""
    end = Thread(target=program.end, daemon=True)
    end.start()
    end.join(10)
    return not end.is_alive()


def test_a_container_that_cannot_be_created_or_joined_has_failed_with_the_reason(tmp_path: Path) -> None:
    program = program_in(tmp_path, refuse, lambda _: None)
    assert has_ended(program)
    assert program.failure() == "cannot be started as a container: ip printed no JSON"
    container = ended_container()
    program = program_in(tmp_path, lambda: container, refuse)
    with pytest.raises(ValueError, match="ip printed no JSON"):
        program.begin()
    assert has_ended(program)
    container.remove.assert_called_once_with(force=True)


def test_a_congestion_control_that_only_root_may_choose_is_refused_for_a_container(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = tmp_path / "allowed"
    monkeypatch.setattr(container_runner, "ALLOWED_CONGESTION_CONTROLS", allowed)
    _check_congestion_control("cubic")  # nobody knows what is allowed
    allowed.write_text("reno bbr\n", encoding="ascii")
    _check_congestion_control("reno")
    _check_congestion_control(None)
    with pytest.raises(PlatformError, match=r"cubic is not available in a container; choose reno or bbr, or"):
        _check_congestion_control("cubic")
