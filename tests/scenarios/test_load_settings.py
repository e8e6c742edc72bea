import math
from typing import Any

from include.scenarios.delivery import DeliverySettings


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
