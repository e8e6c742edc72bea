from pathlib import Path

import pytest

from include.errors import PlatformError
from include.load_runtime.scenarios.queue.systems import Server
from include.servers import installed
from include.servers.installed import check_installed, programs_of


def test_a_server_that_is_missing_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(PlatformError, match=r"redis-server isn't installed: .*apt install redis-server"):
        check_installed([Server.KAFKA, Server.REDIS])


def test_what_a_server_needs_beside_itself_is_looked_for_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = tmp_path / "rabbitmq-server"
    server.touch(mode=0o755)
    monkeypatch.setattr(installed, "PROGRAMS", {Server.RABBITMQ: (str(server), "epmd")})
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(PlatformError, match=r"there is no epmd \(.*apt install rabbitmq-server"):
        programs_of(Server.RABBITMQ)


def test_kafka_needs_no_program_on_the_path() -> None:
    assert programs_of(Server.KAFKA) == []
