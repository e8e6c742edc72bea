from pathlib import Path

import pytest

from include.errors import PlatformError
from include.servers.rabbitmq_server import RabbitMqServer
from include.servers.registry import check_installed


def test_a_missing_server_or_another_program_of_it_is_reported_with_the_package_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(PlatformError, match=r"redis-server is not installed: .*apt install redis-server"):
        check_installed(["redis-server"])
    server = tmp_path / "rabbitmq-server"
    server.touch(mode=0o755)
    monkeypatch.setattr(RabbitMqServer, "programs", (str(server), "epmd"))
    with pytest.raises(PlatformError, match=r"there is no epmd \(.*apt install rabbitmq-server"):
        check_installed(["rabbitmq-server"])
