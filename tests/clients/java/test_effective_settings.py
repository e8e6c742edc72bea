import json
import subprocess
from pathlib import Path

import pytest

from include.clients.java import launch as java
from include.machine.releases.client_class_path import client_class_path
from include.machine.releases.installed_java import find_java
from include.machine.releases.kafka_catalogue import listed
from tests.clients.java.java_scenes import ended_program

pytestmark = pytest.mark.brokers  # it starts Java

SCENE = Path(__file__).parent / "scenes" / "SettingsOfClients.java"


@pytest.mark.parametrize("release", ["2.8.2", listed()[-1].version])
def test_settings_are_read_back_from_the_running_client(release: str) -> None:
    class_path = ":".join(map(str, client_class_path([*java.sources(release), SCENE], release)))
    command = [str(find_java().command), "-cp", class_path, "kerran.SettingsOfClients"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=30).stdout
    clients = [json.loads(line) for line in printed.splitlines()]
    assert [client["name"] for client in clients] == ["producer-1", "producer-2", "consumer-g-1"]
    assert [client["settings"]["client.id"] for client in clients] == [client["name"] for client in clients]
    assert clients[0]["settings"]["max.request.size"] == "1048576"  # a default


def test_a_java_program_that_does_not_become_ready_says_what_its_threads_wait_for() -> None:
    ended = ended_program("NeverReady")
    assert ended.returncode == 75
    assert "not ready within 0 s; its log has the stack of each thread" in ended.stdout
    assert "NeverReady" in ended.stderr
    assert "java.lang.Object.wait" in ended.stderr
