"""The settings of a reliable ack cell."""

import math
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, PositiveInt, model_validator

from include.faults.fault import Capability, Fault, PausePoint
from include.scenarios.processing_settings import ProcessingSettings
from include.scenarios.scenario_settings import MessageBytes, SemanticsName
from include.scenarios.semantics.delivery_config import DeliveryConfig
from include.scenarios.semantics.registry import SEMANTICS
from include.scenarios.setting_metadata import AppliesWhen, Slug


class Level(StrEnum):
    """Who must have a message before its producer takes it for sent: the paper's levels, and two more."""

    FIRE_AND_FORGET = "fire-and-forget"
    RELIABLE_ACK = "reliable-ack"
    LEADER = "leader"
    REPLICAS = "replicas"
    IDEMPOTENT = "idempotent"
    EXACTLY_ONCE = "exactly-once"


class Sending(StrEnum):
    """Whether a producer waits for each message's confirmation before it sends the next, as published."""

    ONE_BY_ONE = "one-by-one"
    PIPELINED = "pipelined"


class CongestionControl(StrEnum):
    """How TCP finds out how fast it may send. The first two take a lost packet for a sign of congestion."""

    RENO = "reno"
    CUBIC = "cubic"
    BBR = "bbr"


SEMANTICS_OF_LEVEL: dict[Level, str] = {
    Level.FIRE_AND_FORGET: "at-most-once",
    Level.RELIABLE_ACK: "at-least-once",
    Level.LEADER: "at-least-once",
    Level.REPLICAS: "at-least-once",
    Level.IDEMPOTENT: "idempotent",
    Level.EXACTLY_ONCE: "exactly-once",
}
"""What each level promises. With reliable ack, a message that the monitor confirms is not lost; it may come
twice, and in another order."""

_WITHOUT_WAITING = SEMANTICS["at-most-once"].config
_REPEATING = replace(SEMANTICS["at-least-once"].config, idempotence=False)

CONFIG_OF_LEVEL: dict[Level, DeliveryConfig] = {
    Level.FIRE_AND_FORGET: _WITHOUT_WAITING,
    Level.RELIABLE_ACK: _WITHOUT_WAITING,
    Level.LEADER: replace(_REPEATING, acks="1"),
    Level.REPLICAS: _REPEATING,
    Level.IDEMPOTENT: SEMANTICS["idempotent"].config,
    Level.EXACTLY_ONCE: SEMANTICS["exactly-once"].config,
}
"""The producer's settings at each level. At the paper's levels it is not idempotent, as the clients of the
paper's time were not."""

_WITH_MONITOR = AppliesWhen("level", (Level.RELIABLE_ACK,))
_WITH_TRANSACTIONS = AppliesWhen("level", (Level.EXACTLY_ONCE,))

ROUND_TRIP_RATE = 1_500
"""Messages per second of a producer that waits for each confirmation, without loss: measured on two cores."""

ONE_BY_ONE_RATE = 450
PIPELINED_RATE = 180_000
"""Messages per second where 1 % of the packets is lost, fitted by hand to one measurement of each on two
cores: one by one it falls with the loss (TCP's timer), pipelined with its square (TCP's window)."""


class ReliableAckSettings(ProcessingSettings):
    """The defaults are the published experiment's. The semantics follows from the level."""

    scenario: Literal["reliable_ack"] = "reliable_ack"

    level: Annotated[Level, Slug()]
    semantics: SemanticsName = "at-least-once"
    sending: Annotated[Sending, AppliesWhen("level", (Level.LEADER, Level.REPLICAS)), Slug()] = (
        Sending.PIPELINED
    )
    packet_loss: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False), Slug("loss{}")] = 0
    """Percent of the packets from and to the producer that are lost, each on its own."""

    messages: Annotated[int, Field(ge=1, le=2**31), Slug("{}messages")] = 500_000
    message_bytes: MessageBytes = 500
    partitions: Annotated[int, Field(ge=1, le=1000), Slug("{}partitions")] = 3
    buffer_bytes: Annotated[int, Field(ge=1, le=2**30), Slug("buffer{}B")] = 33_554_432
    """How many bytes may wait in the client to be sent, as in Java's buffer.memory. A producer waits while
    the buffer is full; one with a monitor does not, and leaves the message to its copy."""
    congestion_control: Annotated[CongestionControl, Slug()] = CongestionControl.CUBIC
    """TCP's congestion control on the producer's network, where the producer has a network of its own."""

    monitor_slots: Annotated[PositiveInt, _WITH_MONITOR, Slug("{}slots")] = 15_000
    """How many copies the monitor's list holds at first."""
    copy_connections: Annotated[int, Field(ge=1, le=64), _WITH_MONITOR, Slug("{}connections")] = 4
    """Over how many connections copies go to the monitor; one that waits for a packet delays only its own."""
    copy_congestion_control: Annotated[CongestionControl, _WITH_MONITOR, Slug("copies-{}")] = (
        CongestionControl.CUBIC
    )

    transaction_ms: Annotated[PositiveInt, _WITH_TRANSACTIONS, Slug("tx{}ms")] = 100
    transaction_timeout_ms: Annotated[
        int, Field(ge=1_000, le=900_000), _WITH_TRANSACTIONS, Slug("transaction-timeout{}ms")
    ] = 60_000

    @model_validator(mode="before")
    @classmethod
    def semantics_follows_from_the_level(cls, values: Any) -> Any:  # noqa: ANN401 - whatever is to be read
        """A level is a semantics and more."""
        if not isinstance(values, dict) or values.get("level") not in list(Level):
            return values
        level = Level(values["level"])
        semantics = SEMANTICS_OF_LEVEL[level]
        if values.get("semantics", semantics) != semantics:
            raise ValueError(f"semantics: is not chosen in this scenario; level {level} is {semantics}")
        return {**values, "semantics": semantics}

    def refusal_of(self, fault: Fault) -> str | None:
        """A monitor serves one producer, and a network is broken in one way at a time."""
        if self.has_monitor and fault.pause_point is PausePoint.WHILE_SENDING:
            return "starts a second producer, and a monitor serves one"
        if self.packet_loss and fault.needs is Capability.PROGRAM_NETWORK:
            return "breaks the network that packet_loss breaks already"
        return super().refusal_of(fault)

    @property
    def label(self) -> str:
        """The level, which says more than its semantics."""
        return str(self.level)

    @property
    def naming_factors(self) -> tuple[str, ...]:
        """The level among them."""
        return "level", *super().naming_factors

    @property
    def default_config(self) -> DeliveryConfig:
        """The client and topic settings of its level."""
        return CONFIG_OF_LEVEL[self.level]

    @property
    def isolated_programs(self) -> tuple[str, ...]:
        """The monitor too."""
        return (*super().isolated_programs, "monitor")

    @property
    def has_monitor(self) -> bool:
        """At one level."""
        return self.level is Level.RELIABLE_ACK

    @property
    def is_acknowledged_by_client(self) -> bool:
        """Not where a monitor confirms."""
        return super().is_acknowledged_by_client and not self.has_monitor

    @property
    def is_disturbed(self) -> bool:
        """Where packets are lost, too."""
        return bool(self.faults or self.packet_loss)

    @property
    def needed_capabilities(self) -> dict[Capability, tuple[str, str]]:
        """The producer needs a network of its own so that its packets can be lost."""
        lossy = {Capability.PROGRAM_NETWORK: ("packet_loss", f"{self.packet_loss:g} %")}
        return {**super().needed_capabilities, **(lossy if self.packet_loss else {})}

    @property
    def reads_to_the_end(self) -> bool:
        """Always: messages may come twice, and late."""
        return True

    @property
    def may_arrive_late(self) -> bool:
        """Where no broker confirms messages: on a network that loses packets, TCP may take seconds."""
        return self.is_acknowledged_by_client

    @property
    def expected_rate(self) -> float:
        """What waiting, and TCP's answer to lost packets, let through."""
        if self.sending is Sending.ONE_BY_ONE:
            return ONE_BY_ONE_RATE / self.packet_loss if self.packet_loss else ROUND_TRIP_RATE
        return PIPELINED_RATE / self.packet_loss**2 if self.packet_loss else math.inf
