from typing import Any

from include.faults.fault import Capability
from include.networks.packet_changes_and_counts import RoundTrips
from include.scenarios.delivery import DeliverySettings


def settings(**values: Any) -> DeliverySettings:
    return DeliverySettings.model_validate({"semantics": "at-least-once", **values})


def test_brokers_are_as_distant_as_clients_unless_it_is_set_and_no_distance_needs_nothing() -> None:
    assert settings(round_trip_ms=5).traits.round_trips == RoundTrips(5, 5)
    assert settings(round_trip_ms=5, broker_round_trip_ms=0).traits.round_trips == RoundTrips(5, 0)
    assert settings(round_trip_ms=0).traits.needs == {}


def test_a_distance_needs_networks_of_brokers() -> None:
    for values, need in (
        ({"round_trip_ms": 5}, ("round_trip_ms", "5 ms")),
        ({"broker_round_trip_ms": 1}, ("broker_round_trip_ms", "1 ms")),
    ):
        assert settings(**values).traits.needs == {Capability.NETWORK: need}
