from hypothesis import given
from hypothesis import strategies as st

from include.clusters.compose.broker_container import properties, variable
from include.clusters.compose.cluster import BROKERS
from include.clusters.compose.startup import own_services

PARTS = st.builds(str.__add__, st.sampled_from("._-"), st.text("az09", min_size=1))
SETTING = st.lists(PARTS).map(lambda parts: "num" + "".join(parts))


@given(SETTING)
def test_the_variable_of_a_setting_stands_for_that_setting(setting: str) -> None:
    assert properties({variable(setting): "1"}) == {setting: "1"}


def test_the_compose_file_of_a_cluster_has_its_settings_and_its_cores() -> None:
    own = {"environment": {"KAFKA_NUM_IO_THREADS": "4"}, "cpuset": "0,1"}
    assert own_services({"num.io.threads": "4"}, (0, 1)) == {"services": dict.fromkeys(BROKERS, own)}


def test_brokers_without_requested_cores_run_on_any_core() -> None:
    assert "cpuset" not in own_services({}, ())["services"]["broker-1"]
