"""A producer on a lossy network, at four levels of acknowledgement: the paper's experiment.

Fire and forget, the leader's confirmation, that of the replicas, and reliable ack: a producer that doesn't
wait, and sends a copy of each message to a monitor, which retransmits what brokers gave no receipt of. Two
levels stand beside them that the paper didn't have, idempotent and exactly-once. Packets are lost on the
network of the producer alone, from before its first message until after its last.
"""

import math
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, PositiveInt, model_validator

from include.faults.specification import KINDS, FaultName, Means
from include.scenarios.delivery.settings import DeliverySettings, MessageBytes
from include.scenarios.semantics import PROMISES, Promise, Semantics
from include.scenarios.setting_metadata import AppliesWhen, Slug


class Level(StrEnum):
    """Who has to have a message before its producer takes it for sent, in the paper's words; and two more."""

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


SEMANTICS: dict[Level, Semantics] = {
    Level.FIRE_AND_FORGET: Semantics.AT_MOST_ONCE,
    Level.RELIABLE_ACK: Semantics.AT_LEAST_ONCE,
    Level.LEADER: Semantics.AT_LEAST_ONCE,
    Level.REPLICAS: Semantics.AT_LEAST_ONCE,
    Level.IDEMPOTENT: Semantics.IDEMPOTENT,
    Level.EXACTLY_ONCE: Semantics.EXACTLY_ONCE,
}
"""What each level promises. Reliable ack: what its monitor confirms isn't lost; it may come twice, and in
another order."""

_NOT_WAITING = PROMISES[Semantics.AT_MOST_ONCE]
_REPEATING = replace(PROMISES[Semantics.AT_LEAST_ONCE], idempotence=False)

USUAL: dict[Level, Promise] = {
    Level.FIRE_AND_FORGET: _NOT_WAITING,
    Level.RELIABLE_ACK: _NOT_WAITING,
    Level.LEADER: replace(_REPEATING, acks="1"),
    Level.REPLICAS: _REPEATING,
    Level.IDEMPOTENT: PROMISES[Semantics.IDEMPOTENT],
    Level.EXACTLY_ONCE: PROMISES[Semantics.EXACTLY_ONCE],
}
"""The producer's settings at each level. Those that the paper had are not idempotent, as the clients of its
time."""

_WITH_A_MONITOR = AppliesWhen("level", (Level.RELIABLE_ACK,))
_WITH_TRANSACTIONS = AppliesWhen("level", (Level.EXACTLY_ONCE,))


class RackSettings(DeliverySettings):
    """Settings of a cell on a lossy network; the defaults are the published experiment's.

    The semantics follows from the level, and isn't chosen. ``packet_loss`` is percent.
    """

    scenario: Literal["rack"] = "rack"  # type: ignore[assignment]

    level: Annotated[Level, Slug()]
    semantics: Annotated[Semantics, Slug()] = Semantics.AT_LEAST_ONCE
    sending: Annotated[Sending, AppliesWhen("level", (Level.LEADER, Level.REPLICAS)), Slug()] = (
        Sending.PIPELINED
    )
    packet_loss: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False), Slug("loss{}")] = 0
    """Of the packets from and to the producer, each on its own."""

    messages: Annotated[int, Field(ge=1, le=2**31), Slug("{}messages")] = 500_000
    message_bytes: MessageBytes = 500
    partitions: Annotated[int, Field(ge=1, le=1000), Slug("{}partitions")] = 3
    buffer_bytes: Annotated[int, Field(ge=1, le=2**30), Slug("buffer{}B")] = 33_554_432
    """What may wait in the client to be sent, as in Java's buffer.memory. A producer waits while it is full;
    one with a monitor doesn't, and leaves the message to its copy."""
    congestion_control: Annotated[CongestionControl, Slug()] = CongestionControl.CUBIC
    """On the producer's network, where that is its own."""

    monitor_slots: Annotated[PositiveInt, _WITH_A_MONITOR, Slug("{}slots")] = 15_000
    """How many copies the monitor's list holds at first."""
    copy_connections: Annotated[int, Field(ge=1, le=64), _WITH_A_MONITOR, Slug("{}connections")] = 4
    """Over how many connections copies go to the monitor; one that waits for a packet holds up itself."""
    copy_congestion_control: Annotated[CongestionControl, _WITH_A_MONITOR, Slug("copies-{}")] = (
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
        if values.get("semantics", SEMANTICS[level]) != SEMANTICS[level]:
            raise ValueError(f"semantics: isn't chosen in this scenario; level {level} is {SEMANTICS[level]}")
        return {**values, "semantics": SEMANTICS[level]}

    def missing_target(self) -> str | None:
        """Why a fault has no target in such a cell, as the end of a sentence; None where each has one."""
        if self.has_monitor and {FaultName.KILL_PRODUCER, FaultName.FREEZE_PRODUCER} & set(self.faults):
            return "brings a second producer, and a monitor serves one"
        if self.packet_loss and any(KINDS[fault].means is Means.PROGRAM_NETWORK for fault in self.faults):
            return "breaks the network that packet_loss breaks already"
        return super().missing_target()

    @property
    def called(self) -> str:
        """By its level, which says more than its semantics."""
        return str(self.level)

    @property
    def usual(self) -> Promise:
        """The client and topic settings of its level."""
        return USUAL[self.level]

    @property
    def has_monitor(self) -> bool:
        """At one level."""
        return self.level is Level.RELIABLE_ACK

    @property
    def acknowledges_itself(self) -> bool:
        """Not where a monitor confirms."""
        return super().acknowledges_itself and not self.has_monitor

    @property
    def lost_packets(self) -> float:
        """The share of the producer's packets that its network loses."""
        return self.packet_loss / 100

    @property
    def takes(self) -> dict[Means, tuple[str, str]]:
        """To lose packets takes a network of the producer's own."""
        lossy = {Means.PROGRAM_NETWORK: ("packet_loss", f"{self.packet_loss:g} %")}
        return {**super().takes, **(lossy if self.packet_loss else {})}

    @property
    def reads_to_the_end(self) -> bool:
        """Always: messages may come twice, and late."""
        return True

    @property
    def trails(self) -> bool:
        """Where nobody confirms them: on a lossy network TCP may take seconds."""
        return self.acknowledges_itself

    @property
    def likely_rate(self) -> float:
        """Fitted by hand to one measurement on two cores of each: one by one, what the round trip and TCP's
        timer let through; pipelined, what TCP makes of lost packets."""
        if self.sending is Sending.ONE_BY_ONE:
            return 450 / self.packet_loss if self.packet_loss else 1_500
        return 180_000 / self.packet_loss**2 if self.packet_loss else math.inf
