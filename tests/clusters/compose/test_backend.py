import os
import socket
from pathlib import Path
from typing import Any

import psutil
import pytest
from confluent_kafka import Producer
from confluent_kafka.admin import ConfigResource  # type: ignore[attr-defined]
from docker.models.containers import Container

from include.clusters.admin_client import admin
from include.clusters.backend import ClusterRequest
from include.clusters.compose import startup as compose
from include.clusters.compose.broker_container_facts import service
from include.clusters.compose.cluster import ComposeCluster
from include.clusters.compose.startup import start
from include.clusters.readiness import wait_until_ready
from include.machine.containers.engine import EngineError, engine
from include.machine.containers.labels import PROJECT, RUN
from include.machine.containers.leftovers import remove
from include.machine.errors import PlatformError
from include.machine.networks.ports import free_ports
from include.machine.processes.identity import ProcessIdentity
from include.machine.releases.versions import DEFAULT_RELEASE
from include.plan.conditions import Conditions
from tests.conftest import COMPOSE_SETTINGS

pytestmark = [pytest.mark.brokers, pytest.mark.containers]

ME = ProcessIdentity.of(os.getpid())


def containers(cluster: ComposeCluster) -> dict[str, Container]:
    chosen: dict[str, Any] = {"label": f"{PROJECT}={cluster.project}"}
    return {service(container): container for container in engine().containers.list(all=True, filters=chosen)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cluster"


def left_of(folder: Path) -> list[str]:
    """What the engine still had for a cluster in this folder, which names its run."""
    return remove(engine(), f"{RUN}={folder.parent.name}")


def test_all_brokers_are_registered_at_loopback_with_their_settings(compose_cluster: ComposeCluster) -> None:
    metadata = admin(compose_cluster.access).list_topics(timeout=10)
    assert sorted(metadata.brokers) == [1, 2, 3]
    assert all(broker.host == "127.0.0.1" for broker in metadata.brokers.values())
    resource = ConfigResource(ConfigResource.Type.BROKER, "2")
    client = admin(compose_cluster.access)
    config = client.describe_configs([resource])[resource].result(10)
    assert {name: config[name].value for name in COMPOSE_SETTINGS} == COMPOSE_SETTINGS
    assert compose_cluster.record().settings.items() >= COMPOSE_SETTINGS.items()
    commands = [psutil.Process(broker.pid).cmdline() for broker in compose_cluster.brokers]
    assert [("kafka.Kafka" in command, command[0]) for command in commands] == [(True, "java")] * 3


def test_the_record_has_the_settings_the_image_and_the_limits_and_the_release_is_that_of_the_log(
    compose_cluster: ComposeCluster,
) -> None:
    record = compose_cluster.record()
    assert (record.kind, record.release, record.brokers) == ("compose", DEFAULT_RELEASE, 3)
    assert record.settings["group.initial.rebalance.delay.ms"] == "0"
    assert "-Xmx512m" in record.settings["jvm_flags"]
    assert record.settings["image"].startswith("kerran/kafka:")
    assert record.settings["java"].startswith("17.")
    assert record.settings["memory_bytes"] == 2**30
    assert not {"node.id", "advertised.listeners"} & set(record.settings)  # which are each broker's own
    assert compose_cluster.release() == DEFAULT_RELEASE


def test_an_attached_cluster_is_the_started_one_and_the_only_one(compose_cluster: ComposeCluster) -> None:
    attached = ComposeCluster.attach(compose_cluster.folder)
    attached.check()
    assert (attached.access, attached.inside) == (compose_cluster.access, compose_cluster.inside)
    assert attached.brokers == compose_cluster.brokers
    assert attached.record() == compose_cluster.record()
    with pytest.raises(PlatformError, match=r"was started in .* and not stopped"):
        start(ClusterRequest(compose_cluster.folder, DEFAULT_RELEASE))
    compose_cluster.check()


def test_the_health_check_of_the_compose_file_succeeds(compose_cluster: ComposeCluster) -> None:
    for broker in containers(compose_cluster).values():
        kind, *command = broker.attrs["Config"]["Healthcheck"]["Test"]
        assert kind == "CMD"
        assert broker.exec_run(command).exit_code == 0


def test_a_cluster_with_zookeeper_notices_lost_brokers_and_leaves_only_logs(folder: Path) -> None:
    cluster = start(ClusterRequest(folder, "2.8.2", ME))
    try:
        assert "zookeeper" in containers(cluster)
        Producer({**cluster.access.settings, "transactional.id": "older"}).init_transactions(60)
        assert cluster.record().settings["zookeeper.connect"] == "zookeeper:2181"
        broker = containers(cluster)["broker-2"]
        broker.kill()
        ended = r"broker-2 was ended by signal 9; the end of its log:\n.*(INFO|WARN|ERROR)"
        with pytest.raises(PlatformError, match=ended):
            cluster.check()
        assert len(cluster.brokers) == 2
        broker.remove()
        with pytest.raises(PlatformError, match="the container of broker-2 was removed"):
            cluster.check()
    finally:
        ComposeCluster.attach(folder).stop()
    assert sorted(file.name for file in folder.iterdir()) == ["broker-1.log", "broker-3.log", "zookeeper.log"]
    assert left_of(folder) == []
    cluster.stop()  # once more is fine


def test_a_broker_killed_by_its_memory_limit_is_reported_with_the_limit(folder: Path) -> None:
    with pytest.raises(PlatformError, match=r"broker-\d was killed by its memory limit, 100 MiB"):
        start(ClusterRequest(folder, DEFAULT_RELEASE, ME), conditions=Conditions(kafka_memory_mib=100))
    assert left_of(folder) == []


def test_a_port_that_is_in_use_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ports = [port, *free_ports(2)]
        monkeypatch.setattr(compose, "free_ports", lambda _: ports)
        with pytest.raises(EngineError, match=rf"127\.0\.0\.1:{port}.* address already in use"):
            start(ClusterRequest(folder, DEFAULT_RELEASE, ME))
    assert left_of(folder) == []


def test_brokers_that_are_late_show_their_logs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compose, "wait_until_ready", lambda cluster, _: wait_until_ready(cluster, 0.1))
    late = r"did not register within 0\.1 s\nThe end of broker-1's log:(.|\n)*broker-3's log:"
    with pytest.raises(PlatformError, match=late):
        start(ClusterRequest(folder, DEFAULT_RELEASE, ME))
    assert left_of(folder) == []
