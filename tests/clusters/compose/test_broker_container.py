from hypothesis import given
from hypothesis import strategies as st

from include.clusters.compose.broker_container import properties, variable
from include.clusters.compose.startup import CLIENTS_PORT, own_services
from include.clusters.compose.state import BROKERS
from include.load_runtime.proxy_job import ProxiedBroker
from include.networks.ports import LOOPBACK

PARTS = st.builds(str.__add__, st.sampled_from("._-"), st.text("az09", min_size=1))
SETTING = st.lists(PARTS).map(lambda parts: "num" + "".join(parts))


@given(SETTING)
def test_the_variable_of_a_setting_stands_for_that_setting(setting: str) -> None:
    assert properties({variable(setting): "1"}) == {setting: "1"}


def test_the_compose_file_of_a_cluster_has_its_settings_its_cores_and_ports_behind_a_proxy() -> None:
    service = {"environment": {"KAFKA_NUM_IO_THREADS": "4"}, "cpuset": "0,1"}
    assert own_services({"num.io.threads": "4"}, (0, 1)) == {"services": dict.fromkeys(BROKERS, service)}
    assert "cpuset" not in own_services({}, ())["services"]["broker-1"]
    proxied = [
        ProxiedBroker(
            id=id, proxy=LOOPBACK, listens_at=LOOPBACK, port=id, host=LOOPBACK, broker_port=100 + id
        )
        for id in (1, 2, 3)
    ]
    services = own_services({}, (), proxied)["services"]
    assert [services[name]["ports"] for name in BROKERS] == [
        [f"127.0.0.1:{100 + id}:{CLIENTS_PORT}"] for id in (1, 2, 3)
    ]
