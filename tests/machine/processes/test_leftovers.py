import signal
import subprocess
import sys
from pathlib import Path

import pytest

from include.clusters.backend import ClusterRequest
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.embedded.startup import start
from include.machine.processes.started_processes import end_leftovers, registered
from include.machine.processes.wait_until import wait_until
from include.machine.releases.versions import DEFAULT_RELEASE

pytestmark = [pytest.mark.brokers, pytest.mark.starts_brokers, pytest.mark.usefixtures("own_registry")]

ROOT = Path(__file__).parents[3]


def starter(folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.starter", "embedded", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def test_brokers_outlive_a_killed_starter_and_are_ended_as_leftovers(tmp_path: Path) -> None:
    with starter(tmp_path) as process:
        assert process.stdout
        assert process.stdout.readline()
        assert end_leftovers() == []  # its owner lives
        process.kill()
    cluster = EmbeddedCluster.attach(tmp_path)
    cluster.check()
    assert end_leftovers() == [f"broker-1 in {tmp_path} (process {cluster.brokers[0].pid})"]
    assert not cluster.brokers[0].alive()


def test_a_cluster_starts_in_the_folder_of_a_killed_one(tmp_path: Path) -> None:
    with starter(tmp_path) as process:
        wait_until(lambda: any(registered()), 60, lambda: "no broker was registered")
        process.kill()
    cluster = start(ClusterRequest(tmp_path, DEFAULT_RELEASE), brokers=1)
    cluster.check()
    cluster.stop()
    assert (tmp_path / "broker-1.earlier.log").exists()


def test_an_interrupted_starter_ends_its_processes(tmp_path: Path) -> None:
    with starter(tmp_path) as process:
        wait_until(lambda: any(registered()), 60, lambda: "no broker was registered")
        (broker,) = [entry.process for entry in registered()]
        process.send_signal(signal.SIGINT)
    assert not broker.alive()
    assert not list(registered())
    assert not (tmp_path / "data").exists()
