import os
from pathlib import Path

import pytest

from include.clusters.backend import ClusterRequest
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.embedded.cluster_layout import ClusterLayout
from include.clusters.embedded.metadata_mode import KRaft, ZooKeeper, common_settings
from include.clusters.embedded.startup import metadata_mode_of, start
from include.machine.errors import PlatformError
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.started_processes import registered
from include.machine.releases.installed_java import Java


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
    start(ClusterRequest(tmp_path, "3.9.1", ProcessIdentity.of(os.getpid())), brokers=1, mode=ZooKeeper())
    started = [entry for entry in registered() if str(tmp_path) in entry.what]
    try:
        assert sorted(entry.what.split()[0] for entry in started) == ["broker-1", "zookeeper"]
    finally:
        EmbeddedCluster.attach(tmp_path).stop()
    assert not any(entry.process.alive() for entry in started)
    assert {entry.process for entry in registered()}.isdisjoint(entry.process for entry in started)


def test_older_releases_are_run_with_zookeeper_and_newer_ones_in_kraft_mode() -> None:
    modes = {
        ZooKeeper: ["0.11.0.0", "1.0.2", "2.8.2", "3.2.3"],
        KRaft: ["3.3.0", "3.3.2", "3.9.1", "4.0.2", "4.3.1", "4.10.0"],
    }
    for mode, releases in modes.items():
        assert {type(metadata_mode_of(release)) for release in releases} == {mode}


@pytest.mark.parametrize(
    ("release", "reason"),
    [
        *((odd, r"three numbers, such as 4\.3\.1") for odd in ("newest", "4.3", "4.3.1-rc1", "../4.3.1", "")),
        ("0.10.2.2", "Kafka release 0.10.2.2 is not supported; choose a release from 0.11.*to 4.x"),
        ("5.0.0", "Kafka release 5.0.0 is not supported; choose a release from 0.11.*to 4.x"),
    ],
)
def test_unsupported_releases_are_refused_with_the_supported_range(release: str, reason: str) -> None:
    with pytest.raises(PlatformError, match=reason):
        metadata_mode_of(release)
