"""The settings of the load: how messages are offered, and for how long."""

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, Self, TypeGuard

from pydantic import Field, model_validator

from include.scenarios.kafka_client_settings import KafkaClientSettings
from include.scenarios.scenario_settings import PositiveNumber
from include.scenarios.setting_metadata import AppliesWhen, Slug


class Load(StrEnum):
    """The ways in which messages are offered."""

    PACED = "paced"
    """At a fixed rate."""
    CAPACITY = "capacity"
    """At the highest rate that the brokers and the consumers sustain, which each cell searches."""
    UNTHROTTLED = "unthrottled"
    """As fast as the client accepts messages. Latency is then the time in the client's own queue."""


UNTHROTTLED: Literal["unthrottled"] = "unthrottled"
"""The rate of a producer that sends as fast as its client accepts messages."""

SEARCH_SECONDS = 15.0
"""The maximum duration of a search of the capacity."""

MAX_MESSAGES = 2_000_000
"""The number of messages of a cell that ends by time and not by this number, unless ``messages`` is set."""

HIGHEST_CAPACITY = MAX_MESSAGES / SEARCH_SECONDS
"""The capacity that a plan assumes before it is known, in messages per second: more than was measured."""

LOAD_SETTINGS = frozenset({"load", "rate", "capacity_percent", "seconds", "lead_in_seconds", "messages"})
"""The settings that say how messages are offered, and for how long."""

UNLESS_LOAD_HAS_NO_RATE = AppliesWhen("load", (Load.CAPACITY, Load.UNTHROTTLED), negated=True)
"""The condition of the rate. It also holds if ``load`` is not set and follows from the rate."""

WITHOUT_RATE = AppliesWhen("rate", (UNTHROTTLED,), also=UNLESS_LOAD_HAS_NO_RATE)

UNLESS_CAPACITY = AppliesWhen("load", (Load.CAPACITY,), negated=True)


def load_of_rate(values: Mapping[str, Any]) -> Load:
    """Return the load that follows from the rate among these settings."""
    return Load.UNTHROTTLED if highest_rate(values) == UNTHROTTLED else Load.PACED


class LoadSettings(KafkaClientSettings):
    """The settings of the load, in addition to the settings of the clients. Rates are messages per second."""

    rate: Annotated[Literal["unthrottled"] | PositiveNumber, UNLESS_LOAD_HAS_NO_RATE, Slug("rate-{}")] = (
        UNTHROTTLED
    )
    capacity_percent: Annotated[
        Annotated[float, Field(gt=0, le=100)] | None, WITHOUT_RATE, Slug("{}percent")
    ] = None
    """The rate as a share of the common capacity: the lowest capacity of the treatments that are compared.
    Other cells of the run search these capacities (``include.matrix.common_capacity``). After that, ``rate``
    is set too."""
    load: Annotated[Load, Slug()] = Field(default_factory=load_of_rate)
    """How messages are offered. If it is not set, it follows from the rate."""
    seconds: Annotated[PositiveNumber | None, UNLESS_CAPACITY, Slug("{}s")] = None
    lead_in_seconds: Annotated[
        float, Field(ge=0, allow_inf_nan=False), UNLESS_CAPACITY, Slug("lead-in{}s")
    ] = 0
    backlog: Annotated[bool, Slug("backlog-{}")] = False
    """Whether the consumers start when all messages have been sent, so that nothing else limits them."""

    @model_validator(mode="before")
    @classmethod
    def set_messages_of_seconds(cls, values: Any) -> Any:  # noqa: ANN401 - a validator gets any value
        """Set the number of messages that follows from the time under load; refuse another number."""
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

    @model_validator(mode="after")
    def check_load(self) -> Self:
        """Refuse a paced load without a rate, and a load that the scenario cannot offer."""
        if self.load is Load.PACED and self.messages_per_second == math.inf:
            raise ValueError("load: paced needs a rate (messages per second)")
        if self.needs_capacity and self.seconds is None:
            raise ValueError("capacity_percent: needs seconds, because the rate is not known in advance")
        if self.searches_capacity and (reason := self.refusal_of_capacity()):
            raise ValueError(f"load: capacity cannot be measured {reason}; use paced or unthrottled")
        return self

    @model_validator(mode="after")
    def check_lead_in(self) -> Self:
        """Refuse a lead-in that no message follows: nothing would be timed."""
        if self.lead_in_messages >= self.messages:
            raise ValueError(
                f"lead_in_seconds: the lead-in has {self.lead_in_messages:,} messages, and the cell has "
                f"{self.messages:,}; use a shorter lead-in, or more messages"
            )
        return self

    def refusal_of_capacity(self) -> str | None:
        """Return why the cell cannot search its capacity, as the end of a sentence; None if it can."""
        return f"in the scenario {self.scenario}"

    @property
    def searches_capacity(self) -> bool:
        """Whether the load is that of a search of the capacity."""
        return self.load is Load.CAPACITY

    @property
    def messages_per_second(self) -> float:
        """The rate of a paced load as a number; infinite for other loads.

        If the rate is a share of a capacity that is not known yet, this is that share of the highest capacity
        that a plan assumes.
        """
        rate = highest_rate({"rate": self.rate, "capacity_percent": self.capacity_percent})
        return float(rate) if self.load is Load.PACED and rate != UNTHROTTLED else math.inf

    @property
    def needs_capacity(self) -> bool:
        """Whether the rate is a share of a capacity that is not known yet."""
        return self.load is Load.PACED and self.rate == UNTHROTTLED

    @property
    def percent_of_capacity(self) -> float | None:
        """The setting ``capacity_percent``."""
        return self.capacity_percent

    def with_capacity(self, capacity: float) -> Self:
        """Return the settings with the rate and the number of messages that follow from a capacity."""
        rate = max(1, round(capacity * (self.capacity_percent or 100) / 100))
        return type(self).model_validate({**self.model_dump(exclude={"messages"}), "rate": rate})

    @property
    def lead_in_messages(self) -> int:
        """The number of messages that are due in ``lead_in_seconds``."""
        return round(self.messages_per_second * self.lead_in_seconds) if self.is_paced else 0

    @property
    def has_backlog(self) -> bool:
        """The setting ``backlog``."""
        return self.backlog


def messages_under_load(values: Mapping[str, Any]) -> int | None:
    """Return how many messages are due in the lead-in and the time under load.

    Returns:
        None if these settings, which are not validated, give no time under load at a fixed rate.
    """
    rate, seconds, lead_in = highest_rate(values), values.get("seconds"), values.get("lead_in_seconds") or 0
    is_paced = values.get("load", Load.PACED) == Load.PACED
    if is_paced and _is_number(rate) and _is_number(seconds) and _is_number(lead_in):
        return round(rate * (lead_in + seconds))
    return None


def highest_rate(values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - these settings may not be validated
    """Return the rate among these settings; of a share of an unknown capacity, the highest one."""
    rate, percent = values.get("rate", UNTHROTTLED), values.get("capacity_percent")
    return HIGHEST_CAPACITY * percent / 100 if rate == UNTHROTTLED and _is_number(percent) else rate


def _ends_by_time(values: Mapping[str, Any]) -> bool:
    """Return whether a cell with these settings sends as many messages as it can within a time."""
    if values.get("load") == Load.CAPACITY:
        return True
    return _is_number(values.get("seconds")) and values.get("load", load_of_rate(values)) == Load.UNTHROTTLED


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and 0 <= value < math.inf
