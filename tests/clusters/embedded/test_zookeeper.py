import os
from pathlib import Path

import pytest

from include import folders
from include.clusters.backend import ClusterRequest
from include.clusters.embedded.cluster import attach
from include.clusters.embedded.jvm_process import ClusterLayout
from include.clusters.embedded.metadata_mode import ZooKeeper, common_settings
from include.clusters.embedded.startup import start
from include.processes.identity import ProcessIdentity
from include.processes.registry import ProcessRegistry
from include.releases.java import Java


def layout(folder: Path) -> ClusterLayout:
    return ClusterLayout(folder, Path("jars"), Java(Path("java"), "17.0.9", 17), {1: 9001, 2: 9002, 3: 9003})


def test_zookeeper_is_started_before_the_brokers_and_listens_on_loopback(tmp_path: Path) -> None:
    nodes = ZooKeeper().prepare(layout(tmp_path))
    assert [node.name for node in nodes] == ["zookeeper", "broker-1", "broker-2", "broker-3"]
    assert [node.id for node in nodes] == [None, 1, 2, 3]
    ZooKeeper().prepare(layout(tmp_path))
    zookeeper = (tmp_path / "zookeeper.properties").read_text()
    assert "clientPortAddress=127.0.0.1" in zookeeper
    assert "admin.enableServer=false" in zookeeper
    assert "listeners=PLAINTEXT://127.0.0.1:9002\n" in (tmp_path / "broker-2.properties").read_text()
    assert common_settings(3).items() <= ZooKeeper().settings(3).items()
    assert ZooKeeper().settings(3)["delete.topic.enable"] == "true"


@pytest.mark.brokers
def test_zookeeper_ends_with_its_brokers(tmp_path: Path) -> None:
    request = ClusterRequest(tmp_path, "3.9.1", ProcessIdentity.of(os.getpid()))
    start(request, brokers=1, mode=ZooKeeper())
    started = [entry for entry in ProcessRegistry(folders.PROCESSES).entries() if str(tmp_path) in entry.what]
    try:
        assert sorted(entry.what.split()[1] for entry in started) == ["broker-1", "zookeeper"]
    finally:
        attach(tmp_path).stop()
    assert not any(entry.process.alive() for entry in started)
    left = {entry.process for entry in ProcessRegistry(folders.PROCESSES).entries()}
    assert left.isdisjoint(entry.process for entry in started)
