from pathlib import Path

import pytest

from include.errors import PlatformError
from include.servers.rabbitmq_server import RabbitMqServer
from include.servers.registry import SERVERS, check_installed


def test_a_missing_server_is_reported_with_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(PlatformError, match=r"redis-server is not installed: .*apt install redis-server"):
        check_installed(["redis-server"])


def test_other_programs_of_a_server_are_needed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = tmp_path / "rabbitmq-server"
    server.touch(mode=0o755)
    monkeypatch.setattr(RabbitMqServer, "programs", (str(server), "epmd"))
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(PlatformError, match=r"there is no epmd \(.*apt install rabbitmq-server"):
        check_installed(["rabbitmq-server"])


@pytest.mark.parametrize("server", SERVERS)
def test_a_server_is_registered_by_its_own_name(server: str) -> None:
    assert SERVERS[server].name == server
