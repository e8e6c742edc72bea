import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from confluent_kafka import Producer
from confluent_kafka.admin import ConfigResource  # type: ignore[attr-defined]

from include.clusters.admin_client import admin
from include.clusters.backend import ClusterRequest
from include.clusters.cluster import Cluster
from include.clusters.compose.cluster import ComposeCluster
from include.clusters.embedded import startup
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.embedded.startup import start
from include.machine.errors import PlatformError
from include.machine.processes.cores import halves
from include.machine.releases.versions import DEFAULT_RELEASE


def test_no_cluster_starts_without_enough_disk_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=2**20))
    with pytest.raises(PlatformError, match=f"{tmp_path} has 1 MiB of free disk space; brokers need 1024"):
        start(ClusterRequest(tmp_path, DEFAULT_RELEASE))


@pytest.mark.parametrize("attach", [EmbeddedCluster.attach, ComposeCluster.attach])
def test_a_folder_without_a_cluster_is_refused(tmp_path: Path, attach: Callable[[Path], Cluster]) -> None:
    with pytest.raises(PlatformError, match=f"no cluster runs in {tmp_path}"):
        attach(tmp_path)


@pytest.mark.brokers
def test_a_ready_cluster_has_all_brokers_and_listens_on_loopback(embedded_cluster: EmbeddedCluster) -> None:
    metadata = admin(embedded_cluster.access).list_topics(timeout=10)
    assert sorted(metadata.brokers) == [1, 2, 3]
    assert all(broker.host == "127.0.0.1" for broker in metadata.brokers.values())
    for broker in embedded_cluster.brokers:
        connections = psutil.Process(broker.pid).net_connections("tcp")
        listening = [socket.laddr for socket in connections if socket.status == psutil.CONN_LISTEN]
        assert len(listening) == 3  # for everybody, for clients behind a proxy, and for controllers
        assert all(address.ip in ("127.0.0.1", "::ffff:127.0.0.1") for address in listening)
    record = embedded_cluster.record()
    assert (record.kind, record.release, record.brokers) == ("embedded", DEFAULT_RELEASE, 3)
    assert record.settings["group.initial.rebalance.delay.ms"] == "0"
    assert "-Xmx512m" in record.settings["jvm_flags"]


@pytest.mark.brokers
@pytest.mark.parametrize("topic", ["__consumer_offsets", "__transaction_state"])
def test_internal_topics_have_all_replicas_in_sync(embedded_cluster: EmbeddedCluster, topic: str) -> None:
    partitions = admin(embedded_cluster.access).list_topics(topic, timeout=10).topics[topic].partitions
    assert [sorted(partition.isrs) for partition in partitions.values()] == [[1, 2, 3]] * 3


@pytest.mark.brokers
def test_an_attached_cluster_is_the_started_one_and_the_only_one(embedded_cluster: EmbeddedCluster) -> None:
    attached = EmbeddedCluster.attach(embedded_cluster.folder)
    attached.check()
    assert attached.access.bootstrap == embedded_cluster.access.bootstrap
    assert attached.brokers == embedded_cluster.brokers
    assert attached.record() == embedded_cluster.record()
    with pytest.raises(PlatformError, match=r"was started in .* and not stopped"):
        start(ClusterRequest(embedded_cluster.folder, DEFAULT_RELEASE))
    embedded_cluster.check()


@pytest.mark.brokers
def test_the_log_of_a_broker_that_dies_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "free_ports", lambda _count: [1])
    monkeypatch.setattr("include.clusters.embedded.cluster_layout.LOOPBACK", "192.0.2.1")  # nobody's address
    with pytest.raises(PlatformError, match=r"(?s)broker 1 has ended; the end of .*Socket server failed"):
        start(ClusterRequest(tmp_path, DEFAULT_RELEASE), brokers=1)
    assert not (tmp_path / "data").exists()


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedCluster]:
    """Two brokers of an older release, with a setting and a core of their own; the last test stops them."""
    folder = tmp_path_factory.mktemp("older")
    cores, _ = halves()
    cluster = start(ClusterRequest(folder, "3.9.1", settings={"num.io.threads": "3"}, cores=cores), brokers=2)
    yield cluster
    cluster.stop()  # once more is fine


@pytest.mark.brokers
def test_an_older_release_runs_with_the_requested_settings_and_cores(older: EmbeddedCluster) -> None:
    producer = Producer({"bootstrap.servers": older.access.bootstrap, "transactional.id": "older"})
    producer.init_transactions(60)
    assert older.record().release == "3.9.1"
    resource = ConfigResource(ConfigResource.Type.BROKER, "2")
    client = admin(older.access)  # kept until the result is there: the request ends with it
    settings = client.describe_configs([resource])[resource].result()
    assert settings["num.io.threads"].value == older.record().settings["num.io.threads"] == "3"
    cores, _ = halves()
    assert [os.sched_getaffinity(broker.pid) for broker in older.brokers] == [set(cores)] * 2
    assert older.record().settings["cores"] == ",".join(map(str, cores))


@pytest.mark.brokers
def test_a_broker_that_a_fault_has_ended_is_started_again(older: EmbeddedCluster) -> None:
    older.broker(2).stop()
    older.check()  # a cell that fails meanwhile does not make the cluster unusable
    older.restore()
    assert all(broker.alive() for broker in older.brokers)


@pytest.mark.brokers
def test_a_killed_broker_is_found_and_stopping_leaves_only_logs(older: EmbeddedCluster) -> None:
    older.check()
    older.brokers[1].signal(signal.SIGKILL)
    older.brokers[1].end(grace_seconds=5)
    with pytest.raises(PlatformError, match=r"broker 2 has ended; the end of .*broker-2\.log:\n.*INFO"):
        older.check()
    EmbeddedCluster.attach(older.folder).stop()
    assert not any(broker.alive() for broker in older.brokers)
    assert not (older.folder / "data").exists()
    assert sorted(log.name for log in older.folder.glob("broker-?.log")) == ["broker-1.log", "broker-2.log"]
