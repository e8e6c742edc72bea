import pytest

from include.kinds.cluster_kind import CLUSTER_KINDS, choices, choices_with, manages_brokers
from include.kinds.fault import Capability
from include.plan.cluster_and_runner import Placement
from include.plan.override_values import read_overrides


@pytest.mark.parametrize(
    ("capability", "text"),
    [
        (Capability.BROKER, "CLUSTER=embedded or CLUSTER=compose"),
        (Capability.NETWORK, "CLUSTER=embedded (as root) or CLUSTER=compose"),
        (
            Capability.PROGRAM_NETWORK,
            "CLUSTER=embedded with RUNNER=process (as root) or CLUSTER=compose with RUNNER=container",
        ),
    ],
)
def test_a_user_is_told_what_has_a_capability(capability: Capability, text: str) -> None:
    assert choices_with(capability) == text


def test_a_kind_that_needs_a_connection_is_written_with_one() -> None:
    assert choices(lambda kind: kind.needs_connection) == "CLUSTER=external:<Airflow connection>"


@pytest.mark.parametrize(
    ("cluster", "kind"), [("embedded", "embedded"), ("external:kafka_prod", "external"), ("external", None)]
)
def test_a_cluster_belongs_to_the_kind_that_accepts_it(cluster: str, kind: str | None) -> None:
    accepting = [registered.name for registered in CLUSTER_KINDS.values() if registered.accepts(cluster)]
    assert accepting == ([kind] if kind else [])


def test_only_an_external_cluster_has_a_connection() -> None:
    assert read_overrides({}).placement == Placement()
    assert Placement(cluster="external:kafka_prod").connection == "kafka_prod"
    assert Placement(cluster="compose").connection is None


def test_brokers_are_managed_where_kerran_starts_them() -> None:
    managed = {name: manages_brokers(name) for name in ("embedded", "compose", "external", "redis-server")}
    assert managed == {"embedded": True, "compose": True, "external": False, "redis-server": False}
