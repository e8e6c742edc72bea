"""What a load is, how many messages it has, and which of them are its lead-in."""

from typing import Any

import pytest
from pydantic import ValidationError

from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.load_settings import Load
from include.scenarios.registry import settings_of


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


def test_an_unthrottled_load_ignores_rate_and_time() -> None:
    own = settings(load=Load.UNTHROTTLED, rate=2000, seconds=6, lead_in_seconds=1, messages=500)
    assert (own.messages, own.lead_in_messages, own.is_paced) == (500, 0, False)


def test_a_paced_load_needs_a_rate() -> None:
    assert refusal(load=Load.PACED) == "load: paced needs a rate (messages per second)"


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
