"""The scenario *reliable ack*: a paper's experiment with a producer whose network loses packets.

The paper compares four levels of acknowledgement: fire and forget, acknowledgement by the leader,
acknowledgement by all replicas, and reliable ack. With reliable ack, the producer does not wait for
acknowledgements. It sends a copy of each message to a monitor, which retransmits the messages that the
brokers did not receive. Two levels are not in the paper: idempotent and exactly-once. Only the network of the
producer loses packets, from before the first message until after the last.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, PositiveInt, model_validator

from include.kinds.fault import Capability, Fault, PausePoint
from include.kinds.semantics.registry import SEMANTICS, DeliveryConfig
from include.machine.networks.packet_changes_and_counts import Direction
from include.settings.annotations import AppliesWhen, Slug
from include.settings.cell import MessageBytes, PositiveNumber, SemanticsName
from include.settings.consumer import ProcessingSettings
from include.settings.traits import Traits


class AckLevel(StrEnum):
    """The level of acknowledgement: who confirms a message."""

    FIRE_AND_FORGET = "fire-and-forget"
    RELIABLE_ACK = "reliable-ack"
    LEADER = "leader"
    REPLICAS = "replicas"
    IDEMPOTENT = "idempotent"
    EXACTLY_ONCE = "exactly-once"


class Sending(StrEnum):
    """Whether a producer waits for the acknowledgement of each message, as the paper's producers did."""

    ONE_BY_ONE = "one-by-one"
    PIPELINED = "pipelined"


class FullBuffer(StrEnum):
    """How a producer with a monitor treats a message for which its client has no room."""

    WAIT = "wait"
    """The producer waits until the client has room, as the paper's producer did."""
    LEAVE_TO_MONITOR = "leave-to-monitor"
    """The producer gives the message only to the monitor, and the monitor sends the message when it
    retransmits."""


class CongestionControl(StrEnum):
    """The congestion control algorithm of TCP. Reno and Cubic take a lost packet as a sign of congestion."""

    RENO = "reno"
    CUBIC = "cubic"
    BBR = "bbr"


SEMANTICS_OF_LEVEL: dict[AckLevel, str] = {
    AckLevel.FIRE_AND_FORGET: "at-most-once",
    AckLevel.RELIABLE_ACK: "at-least-once",
    AckLevel.LEADER: "at-least-once",
    AckLevel.REPLICAS: "at-least-once",
    AckLevel.IDEMPOTENT: "idempotent",
    AckLevel.EXACTLY_ONCE: "exactly-once",
}
"""The semantics of each level. With reliable ack, no confirmed message is lost, but messages may be
duplicated or out of order."""

_NO_ACKS = SEMANTICS["at-most-once"].config
_ALL_ACKS = SEMANTICS["at-least-once"].config

CONFIG_OF_LEVEL: dict[AckLevel, DeliveryConfig] = {
    AckLevel.FIRE_AND_FORGET: _NO_ACKS,
    AckLevel.RELIABLE_ACK: _NO_ACKS,
    AckLevel.LEADER: replace(_ALL_ACKS, acks="1"),
    AckLevel.REPLICAS: _ALL_ACKS,
    AckLevel.IDEMPOTENT: SEMANTICS["idempotent"].config,
    AckLevel.EXACTLY_ONCE: SEMANTICS["exactly-once"].config,
}
"""The producer's settings at each level. At the levels of the paper, the producer is not idempotent, because
there were no idempotent clients at that time."""

_WITH_MONITOR = AppliesWhen("level", (AckLevel.RELIABLE_ACK,))
_WITH_TRANSACTIONS = AppliesWhen("level", (AckLevel.EXACTLY_ONCE,))

ROUND_TRIP_RATE = 1_500
"""The rate in messages/s of a producer that waits for each acknowledgement, measured on two cores."""

ONE_BY_ONE_RATE = 450
PIPELINED_RATE = 180_000
"""Messages per second if 1 % of the packets are lost. ``ONE_BY_ONE_RATE`` and ``PIPELINED_RATE`` are each
fitted by hand to one measurement on two cores.

If the producer waits for each message, the rate falls with the loss (because of TCP's retransmission timer).
If the producer does not wait, the rate falls with the square of the loss (because of TCP's congestion
window)."""


class ReliableAckSettings(ProcessingSettings):
    """The settings of a reliable ack cell, with the paper's defaults. The level decides the semantics."""

    scenario: Literal["reliable_ack"] = "reliable_ack"

    level: Annotated[AckLevel, Slug()]
    """Who confirms a message: nobody, the monitor, the leader, or all replicas in sync. The levels
    ``idempotent`` and ``exactly-once`` are not in the paper."""
    semantics: SemanticsName = "at-least-once"
    """The semantics, which follows from the level."""
    sending: Annotated[Sending, AppliesWhen("level", (AckLevel.LEADER, AckLevel.REPLICAS)), Slug()] = (
        Sending.PIPELINED
    )
    """Whether the producer waits for the acknowledgement of each message, as the paper's producers did."""
    packet_loss: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False), Slug("loss{}")] = 0
    """The percentage of the packets from the producer that are lost. Each packet is lost independently."""
    loss_direction: Annotated[Direction, Slug("lose-{}")] = Direction.OUTGOING
    """Which packets are lost: packets that leave the producer, or also packets on their way to the
    producer."""

    messages: Annotated[int, Field(ge=1, le=2**31), Slug("{}messages")] = 500_000
    """The number of messages, as in the paper."""
    message_bytes: MessageBytes = 500
    """The size of a message's value in bytes, as in the paper."""
    partitions: Annotated[int, Field(ge=1, le=1000), Slug("{}partitions")] = 3
    """The number of partitions, as in the paper."""
    linger_ms: Annotated[float, Field(ge=0, le=900_000), Slug("linger{}ms")] = 0
    """The time in ms for which the producer waits for more messages before it sends a batch."""
    buffer_bytes: Annotated[int, Field(ge=1, le=2**30), Slug("buffer{}B")] = 33_554_432
    """The maximum number of bytes that wait in the client, like ``buffer.memory`` of the Java client. If the
    buffer is full, the producer waits or, with a monitor, does what ``full_buffer`` says."""
    full_buffer: Annotated[FullBuffer, _WITH_MONITOR, Slug()] = FullBuffer.LEAVE_TO_MONITOR
    """How the producer treats a message for which its client has no room. ``wait``: it waits until there is
    room, as the paper's producer did. ``leave-to-monitor``: it gives the message only to the monitor, and the
    monitor sends the message when it retransmits."""
    congestion_control: Annotated[CongestionControl, Slug()] = CongestionControl.CUBIC
    """TCP's congestion control for the producer, if the producer has a network of its own."""

    drain_seconds: Annotated[PositiveNumber | None, Slug("drain{}s")] = None
    """The time after the end of sending in which messages can still be acknowledged, or be confirmed by the
    monitor. After this time, the outcome of the other messages is not known. Without a monitor, messages that
    the client never sent have the outcome ``failed``. None: without a monitor, the time ends when all
    messages are acknowledged or have timed out; with a monitor, it ends a minute after the last copy."""

    monitor_slots: Annotated[PositiveInt, _WITH_MONITOR, Slug("{}slots")] = 15_000
    """The initial number of copies for which the monitor's list has room."""
    copy_connections: Annotated[int, Field(ge=1, le=64), _WITH_MONITOR, Slug("{}connections")] = 4
    """The number of connections to the monitor; a lost packet delays only the copies on the same
    connection."""
    copy_congestion_control: Annotated[CongestionControl, _WITH_MONITOR, Slug("copies-{}")] = (
        CongestionControl.CUBIC
    )
    """TCP's congestion control for the copies that the producer sends to the monitor."""

    transaction_ms: Annotated[PositiveInt, _WITH_TRANSACTIONS, Slug("tx{}ms")] = 100
    """The age in ms after which a transaction is committed, before the next message is sent."""
    transaction_timeout_ms: Annotated[
        int, Field(ge=1_000, le=900_000), _WITH_TRANSACTIONS, Slug("transaction-timeout{}ms")
    ] = 60_000
    """The time in ms after which the brokers abort an open transaction."""

    def refusals(self) -> Iterator[str]:
        """Refuse ``drain_seconds`` with transactions: a commit waits for all messages of its transaction."""
        yield from super().refusals()
        if self.drain_seconds is not None and self.traits.delivery.is_transactional:
            yield f"drain_seconds: cannot be limited for {self.level}, which uses transactions"

    @model_validator(mode="before")
    @classmethod
    def set_semantics_of_level(cls, values: Any) -> Any:  # noqa: ANN401 - a validator gets any value
        """Set the semantics that follows from the level, and refuse any other semantics."""
        if not isinstance(values, dict) or values.get("level") not in list(AckLevel):
            return values
        level = AckLevel(values["level"])
        semantics = SEMANTICS_OF_LEVEL[level]
        if values.get("semantics", semantics) != semantics:
            raise ValueError(
                f"semantics: follows from the level, and {level} has {semantics}; remove this setting"
            )
        return {**values, "semantics": semantics}

    @classmethod
    def applies_when(cls, setting: str) -> AppliesWhen | None:
        """The condition under which a setting applies. ``loss_direction`` also applies without a fault."""
        return None if setting == "loss_direction" else super().applies_when(setting)

    def refusal_of(self, fault: Fault) -> str | None:
        """Refuse a second fault of the producer's network and, if there is a monitor, a second producer."""
        if self.has_monitor and fault.pause_point is PausePoint.WHILE_SENDING:
            return super().refusal_of(fault) or "starts a second producer, and a monitor serves only one"
        if self.packet_loss and fault.needs is Capability.PROGRAM_NETWORK:
            return "breaks the producer's network, which packet_loss breaks already"
        return super().refusal_of(fault)

    @property
    def default_config(self) -> DeliveryConfig:
        return CONFIG_OF_LEVEL[self.level]

    @property
    def has_monitor(self) -> bool:
        """Whether the producer sends copies of its messages to a monitor, which confirms them."""
        return self.level is AckLevel.RELIABLE_ACK

    @property
    def expected_rate(self) -> float:
        """The approximate maximum rate in messages/s.

        Lost packets limit the rate. If the producer sends messages one by one, the wait for each
        acknowledgement also limits the rate.
        """
        if self.sending is Sending.ONE_BY_ONE:
            return ONE_BY_ONE_RATE / self.packet_loss if self.packet_loss else ROUND_TRIP_RATE
        return PIPELINED_RATE / self.packet_loss**2 if self.packet_loss else math.inf

    def make_traits(self) -> Traits:
        """Derive the traits of a cell whose network loses packets.

        Messages may be duplicated and late, so the number of received messages does not show whether all were
        read. If neither the brokers nor a monitor confirm messages, a message may arrive seconds after the
        producer has counted it as sent, because TCP sends lost packets again. A cell with packet loss needs a
        separate network for the producer.
        """
        traits = super().make_traits()
        delivery = replace(traits.delivery, has_monitor=self.has_monitor)
        loss = {Capability.PROGRAM_NETWORK: ("packet_loss", f"{self.packet_loss:g} %")}
        return replace(
            traits,
            naming=replace(traits.naming, label=str(self.level), factors=("level", *traits.naming.factors)),
            delivery=delivery,
            pace=replace(
                traits.pace,
                expected_rate=self.expected_rate,
                longest_drain_seconds=math.inf if self.drain_seconds is None else self.drain_seconds,
                waits_for_each_message=self.sending is Sending.ONE_BY_ONE,
            ),
            flow=replace(
                traits.flow, reads_to_the_end=True, may_arrive_late=delivery.is_acknowledged_by_client
            ),
            needs=replace(
                traits.needs,
                capabilities={**traits.needs.capabilities, **(loss if self.packet_loss else {})},
                isolated_programs=(*traits.needs.isolated_programs, "monitor"),
            ),
            disturbance=replace(traits.disturbance, loses_packets=self.packet_loss > 0),
        )
