import math
from typing import Any

import pytest

from include.faults.fault import Capability
from include.networks.packet_changes_and_counts import RoundTrips
from include.scenarios.delivery import DeliverySettings
from include.scenarios.registry import settings_of


def settings(**values: Any) -> DeliverySettings:
    return DeliverySettings(semantics="at-least-once", **values)


def test_the_number_of_messages_follows_from_rate_and_time_or_is_what_can_be_sent() -> None:
    rates = [settings().traits.messages_per_second, settings(rate=5).traits.messages_per_second]
    assert rates == [math.inf, 5]
    load = settings(rate=2000, seconds=6, lead_in_seconds=1)
    assert (load.messages, load.traits.lead_in_messages) == (14_000, 2000)
    load = settings(messages=500, lead_in_seconds=1)
    assert (load.messages, load.traits.lead_in_messages, load.traits.is_paced) == (500, 0, False)
    load = settings(seconds=6, lead_in_seconds=1)
    assert (load.messages, load.traits.longest_sending_seconds) == (2_000_000, 7)
    assert settings(seconds=6, messages=500).messages == 500
    assert settings(rate=2000, seconds=6).traits.longest_sending_seconds == math.inf


def test_a_fault_may_come_after_the_lead_in() -> None:
    load = settings(rate=1000, seconds=2, lead_in_seconds=0.5, fault="kill-leader", fault_after=0.3)
    assert load.traits.faults


def test_brokers_are_as_distant_as_clients_unless_it_is_set() -> None:
    assert settings(round_trip_ms=5).traits.round_trips == RoundTrips(5, 5)
    assert settings(round_trip_ms=5, broker_round_trip_ms=0).traits.round_trips == RoundTrips(5, 0)


LOSSY = {"scenario": "reliable_ack", "level": "leader"}


@pytest.mark.parametrize(
    ("values", "needs"),
    [
        ({}, {}),
        ({"round_trip_ms": 0}, {}),
        ({"round_trip_ms": 5}, {Capability.NETWORK: ("round_trip_ms", "5 ms")}),
        ({"broker_round_trip_ms": 1}, {Capability.NETWORK: ("broker_round_trip_ms", "1 ms")}),
        ({"transaction_version": 1}, {Capability.FEATURE: ("transaction_version", "1")}),
        ({"wire_log": True}, {Capability.PROXY: ("wire_log", "true")}),
        ({"client": "librdkafka-2.4.0"}, {Capability.LIBRARY: ("client", "librdkafka-2.4.0")}),
        ({"client": "java", "lead_in_seconds": 2}, {}),
        (LOSSY, {}),
        ({**LOSSY, "packet_loss": 3}, {Capability.PROGRAM_NETWORK: ("packet_loss", "3 %")}),
    ],
)
def test_a_setting_may_need_what_not_every_cluster_has(
    values: dict[str, Any], needs: dict[Capability, tuple[str, str]]
) -> None:
    semantics = {} if "level" in values else {"semantics": "exactly-once"}
    assert settings_of({**semantics, **values}).traits.needs == needs
