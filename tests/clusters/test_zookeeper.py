from pathlib import Path

from include.clusters.java import find_java
from include.clusters.kraft import common_settings
from include.clusters.node import Layout
from include.clusters.zookeeper import ZooKeeper


def layout(folder: Path) -> Layout:
    return Layout(folder, Path("jars"), find_java(), {1: 9001, 2: 9002, 3: 9003})


def test_zookeeper_is_started_before_the_brokers(tmp_path: Path) -> None:
    nodes = ZooKeeper().prepare(layout(tmp_path))
    assert [node.name for node in nodes] == ["zookeeper", "broker-1", "broker-2", "broker-3"]
    assert [node.id for node in nodes] == [None, 1, 2, 3]


def test_everything_listens_on_loopback(tmp_path: Path) -> None:
    ZooKeeper().prepare(layout(tmp_path))
    zookeeper = (tmp_path / "zookeeper.properties").read_text()
    assert "clientPortAddress=127.0.0.1" in zookeeper
    assert "admin.enableServer=false" in zookeeper
    assert "listeners=PLAINTEXT://127.0.0.1:9002\n" in (tmp_path / "broker-2.properties").read_text()


def test_brokers_are_told_what_brokers_without_zookeeper_are() -> None:
    assert common_settings(3).items() <= ZooKeeper().settings(3).items()
