from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from include.clusters.compose.broker_container_facts import java_options, properties, variable
from include.clusters.compose.startup import CLIENTS_PORT, compose_file, own_services
from include.clusters.compose.state import BROKERS
from include.clusters.embedded.cluster_layout import JVM_FLAGS
from include.clusters.embedded.metadata_mode import common_settings
from include.load.proxy_job import ProxiedBroker
from include.machine.errors import PlatformError
from include.machine.networks.ports import LOOPBACK

FILES = [compose_file("4.3.1"), compose_file("2.8.2")]
every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)


def services(file: Path) -> dict[str, Any]:
    return dict(YAML(typ="safe").load(file)["services"])


def test_a_release_before_kraft_gets_a_zookeeper() -> None:
    files = {release: compose_file(release).name for release in ("3.3.0", "3.2.3", "2.4.1")}
    older = "kafka-zookeeper.yaml"
    assert files == {"3.3.0": "kafka.yaml", "3.2.3": older, "2.4.1": older}


@pytest.mark.parametrize("release", ["2.3.1", "5.0.0"])
def test_a_release_without_a_compose_file_is_refused(release: str) -> None:
    reason = f"Kafka release {release} is not supported in containers; choose a release from 2.4"
    with pytest.raises(PlatformError, match=reason):
        compose_file(release)


@every_file
def test_brokers_in_containers_have_the_settings_and_the_java_flags_of_embedded_ones(file: Path) -> None:
    for broker in BROKERS:
        values = {name: str(value) for name, value in services(file)[broker]["environment"].items()}
        assert common_settings(3).items() <= properties(values).items()
        assert java_options(values) == JVM_FLAGS


@every_file
def test_every_container_has_labels_limits_and_ports_on_loopback_and_is_not_restarted(file: Path) -> None:
    published = [port for service in services(file).values() for port in service.get("ports", [])]
    assert len(published) == 3
    assert all(port.startswith("127.0.0.1:") for port in published)
    for service in services(file).values():
        assert list(service["labels"]) == ["kerran.checkout", "kerran.run", "kerran.owner"]
        assert "KAFKA_MEMORY" in service["mem_limit"]
        assert "KAFKA_CPUS" in service["cpus"]
        assert service["restart"] == "no"


def test_underscores_of_a_variable_stand_for_three_characters() -> None:
    values = {"KAFKA_NODE_ID": "1", "KAFKA_A__B": "2", "KAFKA_C___D": "3", "KAFKA_HEAP_OPTS": "", "HOME": "/"}
    assert properties(values) == {"node.id": "1", "a_b": "2", "c-d": "3"}


PARTS = st.builds(str.__add__, st.sampled_from("._-"), st.text("az09", min_size=1))


@given(st.lists(PARTS).map(lambda parts: "num" + "".join(parts)))
def test_the_variable_of_a_setting_stands_for_that_setting(setting: str) -> None:
    assert properties({variable(setting): "1"}) == {setting: "1"}


def test_the_compose_file_of_a_cluster_has_its_settings_its_cores_and_ports_behind_a_proxy() -> None:
    service = {"environment": {"KAFKA_NUM_IO_THREADS": "4"}, "cpuset": "0,1"}
    assert own_services({"num.io.threads": "4"}, (0, 1)) == {"services": dict.fromkeys(BROKERS, service)}
    assert "cpuset" not in own_services({}, ())["services"]["broker-1"]
    hosts = {"proxy": LOOPBACK, "listens_at": LOOPBACK, "host": LOOPBACK}
    proxied = [ProxiedBroker(id=id, port=id, broker_port=100 + id, **hosts) for id in (1, 2, 3)]
    ports = [[f"127.0.0.1:{100 + id}:{CLIENTS_PORT}"] for id in (1, 2, 3)]
    services = own_services({}, (), proxied)["services"]
    assert [services[name]["ports"] for name in BROKERS] == ports
