"""The settings of the load: how messages are offered, and for how long."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal, TypeGuard

from pydantic import model_validator

from include.settings.annotations import Slug
from include.settings.cell import PositiveNumber, ScenarioSettings
from include.settings.traits import Traits

UNTHROTTLED: Literal["unthrottled"] = "unthrottled"
"""The rate of a producer that sends as fast as its client accepts messages. Latency is then mostly the time
in the client's own queue."""

MAX_MESSAGES = 2_000_000
"""The default of ``messages`` for a cell that sends as many messages as it can in a given time. Such a cell
sends no more messages than this."""

LOAD_SETTINGS = frozenset({"rate", "seconds", "lead_in_seconds", "messages"})


class LoadSettings(ScenarioSettings):
    """The settings of the load. Rates are in messages per second."""

    rate: Annotated[Literal["unthrottled"] | PositiveNumber, Slug("rate-{}")] = UNTHROTTLED
    """The rate at which messages are offered. ``unthrottled``: as fast as the client accepts them; latency is
    then mostly the time in the client's own queue."""
    backlog: Annotated[bool, Slug("backlog-{}")] = False
    """Whether the consumers start only when all messages have been sent, so that the producer does not limit
    the consumers."""

    @model_validator(mode="before")
    @classmethod
    def set_messages_of_seconds(cls, values: Any) -> Any:  # noqa: ANN401 - a validator gets any value
        """Set ``messages`` to the number that follows from the time under load; refuse a different number."""
        if isinstance(values, dict) and _ends_by_time(values):
            return {"messages": MAX_MESSAGES, **values}
        messages = messages_under_load(values) if isinstance(values, dict) else None
        if messages is None:
            return values
        if values.get("messages", messages) != messages:
            raise ValueError(
                f"messages: follows from rate, seconds and lead_in_seconds, which give {messages:,}; "
                "remove this setting, or seconds"
            )
        return {**values, "messages": messages}

    def refusals(self) -> Iterator[str]:
        """Refuse a lead-in that covers all messages, because it would leave no message to be timed."""
        yield from super().refusals()
        if (lead_in := self.traits.pace.lead_in_messages) >= self.messages:
            yield (
                f"lead_in_seconds: the lead-in has {lead_in:,} messages, and the cell has "
                f"{self.messages:,}; use a shorter lead-in, or more messages"
            )

    def make_traits(self) -> Traits:
        """Derive the traits that depend on the load."""
        traits = super().make_traits()
        flow = replace(traits.flow, has_backlog=self.backlog)
        if self.rate == UNTHROTTLED:
            return replace(traits, flow=flow)
        pace = replace(
            traits.pace,
            messages_per_second=self.rate,
            lead_in_messages=round(self.rate * self.lead_in_seconds),
            longest_sending_seconds=math.inf,
        )
        return replace(traits, pace=pace, flow=flow)


def messages_under_load(values: Mapping[str, Any]) -> int | None:
    """The number of messages that are due in the lead-in and the time under load.

    None if the settings have no fixed rate or no time under load. The settings need not be valid.
    """
    rate, seconds = values.get("rate"), values.get("seconds")
    lead_in = values.get("lead_in_seconds") or 0
    if _is_number(rate) and _is_number(seconds) and _is_number(lead_in):
        return round(rate * (lead_in + seconds))
    return None


def _ends_by_time(values: Mapping[str, Any]) -> bool:
    """Whether a cell with these settings sends as many messages as it can for a fixed time."""
    return _is_number(values.get("seconds")) and values.get("rate", UNTHROTTLED) == UNTHROTTLED


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and 0 <= value < math.inf
