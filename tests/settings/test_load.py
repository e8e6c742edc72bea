import math
from typing import Any

import pytest

from include.kinds.fault import Capability
from include.machine.networks.packet_changes_and_counts import RoundTrips
from include.scenarios.delivery.settings import DeliverySettings


def settings(**values: Any) -> DeliverySettings:
    return DeliverySettings(semantics="at-least-once", **values)


def test_the_number_of_messages_follows_from_rate_and_time_or_is_what_can_be_sent() -> None:
    rates = [settings().traits.pace.messages_per_second, settings(rate=5).traits.pace.messages_per_second]
    assert rates == [math.inf, 5]
    load = settings(rate=2000, seconds=6, lead_in_seconds=1)
    assert (load.messages, load.traits.pace.lead_in_messages) == (14_000, 2000)
    load = settings(messages=500, lead_in_seconds=1)
    assert (load.messages, load.traits.pace.lead_in_messages, load.traits.pace.is_fixed) == (500, 0, False)
    load = settings(seconds=6, lead_in_seconds=1)
    assert (load.messages, load.traits.pace.longest_sending_seconds) == (2_000_000, 7)
    assert settings(seconds=6, messages=500).messages == 500
    assert settings(rate=2000, seconds=6).traits.pace.longest_sending_seconds == math.inf


def test_brokers_are_as_distant_as_clients_unless_it_is_set() -> None:
    near, far = settings(round_trip_ms=5, broker_round_trip_ms=0), settings(round_trip_ms=5)
    assert far.traits.disturbance.round_trips == RoundTrips(5, 5)
    assert near.traits.disturbance.round_trips == RoundTrips(5, 0)


@pytest.mark.parametrize(
    ("values", "needs"),
    [
        ({}, {}),
        ({"round_trip_ms": 0}, {}),
        ({"broker_round_trip_ms": 1}, {Capability.NETWORK: ("broker_round_trip_ms", "1 ms")}),
    ],
)
def test_a_distance_of_the_brokers_alone_needs_a_network_of_their_own(
    values: dict[str, Any], needs: dict[Capability, tuple[str, str]]
) -> None:
    assert settings(**values).traits.needs.capabilities == needs
