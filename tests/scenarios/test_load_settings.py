"""What a load is, how many messages it has, and which of them are its lead-in."""

import math
from typing import Any

import pytest
from pydantic import ValidationError

from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.load_settings import Load
from include.scenarios.registry import settings_of
from tests.load_programs import programs_of


def settings(**values: Any) -> DeliverySettings:
    return DeliverySettings(semantics="at-least-once", **values)


def refusal(**values: Any) -> str:
    with pytest.raises(ValidationError) as error:
        settings(**values)
    return str(error.value.errors()[0]["msg"]).removeprefix("Value error, ")


@pytest.mark.parametrize(("values", "load"), [({}, "unthrottled"), ({"rate": 5}, "paced")])
def test_without_the_key_the_load_follows_from_the_rate(values: dict[str, Any], load: str) -> None:
    assert settings_of({"semantics": "at-least-once", **values}).model_dump(mode="json")["load"] == load


def test_the_number_of_messages_follows_from_rate_and_time() -> None:
    own = settings(rate=2000, seconds=6, lead_in_seconds=1)
    assert (own.messages, own.lead_in_messages) == (14_000, 2000)


def test_settings_with_a_time_can_be_written_and_read_again() -> None:
    own = settings(rate=2000, seconds=6, lead_in_seconds=1)
    assert settings_of(own.model_dump(mode="json")) == own


def test_messages_beside_the_seconds_are_refused() -> None:
    assert refusal(rate=2000, seconds=6, messages=500).startswith(
        "messages: follows from rate, seconds and lead_in_seconds, which give 12,000; "
    )


def test_an_unthrottled_load_ignores_the_rate() -> None:
    own = settings(load=Load.UNTHROTTLED, rate=2000, messages=500, lead_in_seconds=1)
    assert (own.messages, own.lead_in_messages, own.is_paced) == (500, 0, False)


def test_an_unthrottled_load_with_a_time_sends_as_many_messages_as_it_can() -> None:
    own = settings(seconds=6, lead_in_seconds=1)
    assert (own.messages, own.longest_sending_seconds) == (2_000_000, 7)
    assert settings(seconds=6, messages=500).messages == 500
    assert settings(rate=2000, seconds=6).longest_sending_seconds == math.inf


@pytest.mark.parametrize("rate", ["unthrottled", 2000])
def test_a_producer_is_told_its_time_and_its_lead_in(rate: str | int) -> None:
    own: dict[str, Any] = {"rate": rate, "seconds": 6, "lead_in_seconds": 1}
    job = programs_of(semantics="at-least-once", **own).producer.job.model_dump()
    told = job["sending_seconds"], job["untimed_seconds"], job["untimed_messages"]
    assert told == ((None, 0, 2000) if rate == 2000 else (7, 1, 0))


def test_a_paced_load_needs_a_rate() -> None:
    assert refusal(load=Load.PACED) == "load: paced needs a rate (messages per second)"


SHARE = {"capacity_percent": 50, "seconds": 2, "lead_in_seconds": 0.5}


def test_a_share_of_the_capacity_is_a_paced_load_whose_rate_is_not_known_yet() -> None:
    own = settings(**SHARE)
    assert (own.load, own.is_paced, own.needs_capacity) == (Load.PACED, True, True)
    assert settings_of(own.model_dump(mode="json")) == own


def test_the_rate_and_the_number_of_messages_follow_from_the_capacity() -> None:
    own = settings(**SHARE).with_capacity(4000.8)
    assert (own.rate, own.messages, own.lead_in_messages) == (2000, 5000, 1000)
    assert (own.capacity_percent, own.needs_capacity) == (50, False)
    assert settings_of(own.model_dump(mode="json")) == own


def test_the_rate_is_at_least_a_message_per_second() -> None:
    assert settings(**SHARE).with_capacity(0.4).rate == 1


def test_the_messages_that_are_planned_are_as_many_as_there_may_be() -> None:
    assert settings(**SHARE).messages > settings(**SHARE).with_capacity(130_000).messages


def test_a_share_of_the_capacity_needs_a_time() -> None:
    assert refusal(capacity_percent=50) == (
        "capacity_percent: needs seconds, because the rate is not known in advance"
    )


def test_a_rate_is_no_share_of_the_capacity() -> None:
    condition = DeliverySettings.applies_when("capacity_percent")
    assert condition
    assert condition.holds({"rate": "unthrottled"})
    assert not condition.holds({"rate": 2000})


@pytest.mark.parametrize("setting", ["seconds", "lead_in_seconds"])
def test_the_time_under_load_has_a_meaning_unless_the_capacity_is_searched(setting: str) -> None:
    condition = DeliverySettings.applies_when(setting)
    assert condition
    assert condition.holds({"rate": "unthrottled"})
    assert condition.holds({"load": Load.PACED})
    assert not condition.holds({"load": Load.CAPACITY})


def test_a_share_of_the_capacity_is_no_load_that_sends_as_many_messages_as_it_can() -> None:
    own = settings(capacity_percent=50, seconds=2)
    assert (own.load, own.longest_sending_seconds) == (Load.PACED, math.inf)
    assert own.messages < 2_000_000


def test_a_lead_in_that_is_the_whole_cell_is_refused() -> None:
    assert refusal(rate=1000, messages=500, lead_in_seconds=0.5) == (
        "lead_in_seconds: the lead-in has 500 messages, and the cell has 500; use a shorter lead-in, or more "
        "messages"
    )


def test_an_invalid_time_is_reported_and_not_calculated_with() -> None:
    assert refusal(rate=1000, seconds=-1) == "Input should be greater than 0"


def test_a_fault_in_the_lead_in_is_refused() -> None:
    own = {"rate": 1000, "seconds": 2, "fault": "kill-leader", "fault_after": 0.3}
    assert settings(**own, lead_in_seconds=0.5).faults
    assert refusal(**own, lead_in_seconds=1).startswith(
        "fault_after: 0.3 of 3,000 messages is in the lead-in"
    )


def test_a_search_of_the_capacity_sends_as_many_messages_as_it_needs() -> None:
    own = settings(load=Load.CAPACITY)
    assert (own.searches_capacity, own.is_paced, own.messages) == (True, False, 2_000_000)
    assert settings(load=Load.CAPACITY, messages=500).messages == 500


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"processing": "process-first"}, "with processing: process-first"),
        ({"backlog": True}, "with backlog: on"),
    ],
)
def test_a_capacity_is_that_of_consumers_that_only_receive(changes: dict[str, Any], reason: str) -> None:
    assert refusal(load=Load.CAPACITY, **changes) == (
        f"load: capacity cannot be measured {reason}; use paced or unthrottled"
    )


def test_the_capacity_of_another_scenario_cannot_be_searched() -> None:
    with pytest.raises(ValidationError, match="load: capacity cannot be measured in the scenario copy"):
        settings_of({"scenario": "copy", "semantics": "at-least-once", "load": "capacity"})


def test_the_search_of_a_capacity_lasts_for_three_transactions_a_step() -> None:
    programs = programs_of(semantics="exactly-once", transaction_ms=1000, load="capacity", consumers=2)
    job = programs.producer.job.model_dump()
    assert programs.producer.module == "include.producers.capacity"
    assert (job["step_seconds"], job["search_seconds"]) == (pytest.approx(3.3), 15)
    assert job["consumers"] == ["consumer-0", "consumer-1"]
    assert all(consumer.job.model_dump()["tells_receipts"] for consumer in programs.consumers)
