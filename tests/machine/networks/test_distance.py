import pytest

from include.machine.errors import PlatformError
from include.machine.networks.cluster_namespaces import Namespaces
from include.machine.networks.namespace import measure_round_trips, namespace_of
from include.machine.networks.packet_changes_and_counts import RoundTrips
from tests.machine.networks.transfer import receiving, shortest_round_trip

pytestmark = pytest.mark.needs("network-namespaces")

LATE_MS = 5
"""How much longer a round trip may be on a machine that has more to do."""


def measured(namespaces: Namespaces) -> tuple[float, float]:
    """The round trips from the producer, and from broker 2, to broker 1."""
    broker = namespace_of(namespaces.brokers[2])
    producer = namespace_of(namespaces.programs["producer"])
    with receiving(namespace_of(namespaces.brokers[1])):
        client, other = (shortest_round_trip(host, namespaces.address(1)) for host in (producer, broker))
    return client, other


@pytest.mark.parametrize(
    "round_trips",
    [RoundTrips(0, 0), RoundTrips(1, 1), RoundTrips(5, 20), RoundTrips(20, 0), RoundTrips(0, 5)],
)
def test_each_round_trip_takes_what_was_asked_for(namespaces: Namespaces, round_trips: RoundTrips) -> None:
    with namespaces.bridge.distance(round_trips):
        client, broker = measured(namespaces)
    assert round_trips.clients <= client < round_trips.clients + LATE_MS
    assert round_trips.brokers <= broker < round_trips.brokers + LATE_MS


def test_this_machine_is_as_distant_as_a_client(namespaces: Namespaces) -> None:
    with (
        receiving(namespace_of(namespaces.brokers[1])),
        namespaces.bridge.distance(RoundTrips(10, 0)) as cost,
    ):
        assert 10 <= shortest_round_trip(None, namespaces.address(1)) < 10 + LATE_MS
    assert cost.cpu_seconds > 0


def test_pings_are_as_long_as_connections_take(namespaces: Namespaces) -> None:
    bridge, producer = namespaces.bridge, namespace_of(namespaces.programs["producer"])
    with bridge.distance(RoundTrips(10, 5)):
        between_brokers = bridge.round_trip_between_brokers()
        from_producer = bridge.network("producer", producer).round_trip_to(namespaces.address(1))
        from_machine = bridge.round_trip_to_machine()
    assert 10 <= from_producer < 10 + LATE_MS
    assert 10 <= from_machine < 10 + LATE_MS
    assert 5 <= (between_brokers or 0) < 5 + LATE_MS


def test_an_address_without_an_answer_is_an_error(namespaces: Namespaces) -> None:
    producer = namespace_of(namespaces.programs["producer"])
    with pytest.raises(PlatformError, match=r"cannot be measured: .* does not answer"):
        measure_round_trips(producer, [namespaces.address(99)])


def test_rules_that_a_killed_process_left_are_replaced(namespaces: Namespaces) -> None:
    namespace_of(namespaces.holder).run(["iptables", "-t", "mangle", "-A", "FORWARD", "-j", "DROP"])
    with namespaces.bridge.distance(RoundTrips()):
        client, _ = measured(namespaces)
    assert client < LATE_MS
