import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from include.clusters.backend import ClusterRequest, check_installed
from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.started_processes import end_leftovers, registered
from include.scenarios.queue.running_server import RunningServer
from include.scenarios.queue.servers.rabbitmq_server.start import RabbitMqStart
from include.scenarios.queue.systems import QUEUE_SERVERS
from tests.scenarios.queue.servers import EACH, needed

pytestmark = pytest.mark.usefixtures("own_registry")


def addresses(server: RunningServer) -> set[str]:
    """Where its processes listen."""
    processes = [*server.brokers, *server.state.others]
    return {
        connection.laddr.ip
        for process in processes
        for connection in psutil.Process(process.pid).net_connections()
        if connection.status == psutil.CONN_LISTEN
    }


@pytest.mark.parametrize("kind", EACH)
def test_a_server_answers_on_loopback_and_leaves_its_log_only(tmp_path: Path, kind: str) -> None:
    server = QUEUE_SERVERS[kind].kind().start(ClusterRequest(tmp_path))
    processes = [*server.brokers, *server.state.others]
    try:
        assert RunningServer.attach(tmp_path).record() == server.record()
        assert server.record().release[0].isdigit()
        assert addresses(server) <= {"127.0.0.1", "::1"}
    finally:
        server.stop()
    assert not any(process.alive() for process in processes)
    assert not list(registered())
    assert (tmp_path / f"{kind}.log").exists()
    assert not (tmp_path / "data").exists()
    with pytest.raises(PlatformError, match="no server runs in"):
        RunningServer.attach(tmp_path)


@needed("redis-server")
def test_a_server_whose_starter_was_killed_is_a_leftover(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.starter", "redis-server", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folders.ROOT) as starter:
        assert starter.stdout
        server = ProcessIdentity.of(int(starter.stdout.readline()))
        starter.kill()
    assert f"redis-server in {tmp_path} (process {server.pid})" in end_leftovers()
    assert not server.alive()


@needed("redis-server")
def test_the_log_of_a_server_that_does_not_start_is_shown(tmp_path: Path) -> None:
    with pytest.raises(PlatformError, match=r"redis-server does not start; the end of .*redis-server\.log:"):
        QUEUE_SERVERS["redis-server"].kind().start(
            ClusterRequest(tmp_path, settings={"no-such-setting": "1"})
        )


def test_a_missing_server_or_another_program_of_it_is_reported_with_the_package_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(PlatformError, match=r"redis-server is not installed: .*apt install redis-server"):
        check_installed(["redis-server"])
    server = tmp_path / "rabbitmq-server"
    server.touch(mode=0o755)
    monkeypatch.setattr(RabbitMqStart, "programs", (str(server), "epmd"))
    with pytest.raises(PlatformError, match=r"there is no epmd \(.*apt install rabbitmq-server"):
        check_installed(["rabbitmq-server"])
