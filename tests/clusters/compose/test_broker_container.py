from hypothesis import given
from hypothesis import strategies as st

from include.clusters.compose.broker_container import properties, variable
from include.clusters.compose.cluster import BROKERS
from include.clusters.compose.startup import own_services

SETTING = st.from_regex(r"[a-z][a-z0-9]*([._-][a-z0-9]+)*", fullmatch=True)


@given(SETTING)
def test_a_broker_is_given_by_its_variable_the_setting_that_was_meant(setting: str) -> None:
    assert properties({variable(setting): "1"}) == {setting: "1"}


def test_brokers_of_a_cluster_are_told_their_settings_and_their_cores() -> None:
    own = {"environment": {"KAFKA_NUM_IO_THREADS": "4"}, "cpuset": "0,1"}
    assert own_services({"num.io.threads": "4"}, (0, 1)) == {"services": dict.fromkeys(BROKERS, own)}


def test_brokers_without_cores_of_their_own_run_on_any() -> None:
    assert "cpuset" not in own_services({}, ())["services"]["broker-1"]
