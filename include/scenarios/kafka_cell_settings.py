"""The settings of a cell in which a load is offered to Kafka's brokers, and in which faults may occur."""

import math
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, PositiveInt, model_validator

from include.faults.fault import Capability, Fault, Target
from include.faults.registry import NO_FAULT, faults_in, validate_fault_level
from include.faults.struck_settings import Step
from include.load_runtime.processing import Isolation
from include.scenarios.kafka_client_settings import KafkaClientSettings
from include.scenarios.semantics.registry import SEMANTICS
from include.scenarios.semantics.semantics import everything_but
from include.scenarios.setting_metadata import AppliesWhen, Slug

UNTHROTTLED: Literal["unthrottled"] = "unthrottled"

Rate = Annotated[float, Field(gt=0, allow_inf_nan=False)]

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]

FaultLevel = Annotated[str, AfterValidator(validate_fault_level)]

WITH_FAULT = AppliesWhen("fault", (NO_FAULT,), but=True)


class KafkaCellSettings(KafkaClientSettings):
    """Settings of the load and of the faults, beside those of the clients."""

    rate: Annotated[Literal["unthrottled"] | Rate, Slug("rate-{}")] = UNTHROTTLED
    backlog: Annotated[bool, Slug("backlog-{}")] = False
    """Whether consumers begin only when all messages have been sent, so that nothing but themselves limits
    them."""

    fault: Annotated[FaultLevel, Slug()] = NO_FAULT
    fault_after: Annotated[Share, WITH_FAULT, Slug("after{}")] = 0.3
    """The share of the messages after which the fault begins, and (``fault_until``) after which it ends."""
    fault_until: Annotated[Share, WITH_FAULT, Slug("until{}")] = 0.6
    fault_partition: Annotated[int, Field(ge=0), WITH_FAULT, Slug("partition{}")] = 0
    """The partition whose leader a fault is aimed at."""
    fault_share: Annotated[Share, WITH_FAULT, Slug("share{}")] = 0.05
    """The share of packets that a fault loses or reorders."""
    fault_delay_ms: Annotated[PositiveInt, WITH_FAULT, Slug("delay{}ms")] = 50

    @model_validator(mode="after")
    def fault_has_a_window(self) -> Self:
        """A window is a share of the messages, which only a rate spreads over time."""
        if not self.faults:
            return self
        if self.rate == UNTHROTTLED:
            raise ValueError("fault: needs a rate (messages per second), so that its window has a length")
        if not self.fault_after < self.fault_until:
            raise ValueError(
                f"fault_until: {self.fault_until:g} is not after {self.fault_after:g}, when the fault begins"
            )
        return self

    @model_validator(mode="after")
    def fault_meets_consumers(self) -> Self:
        """A fault strikes while messages are sent, when all programs must be there."""
        if self.faults and self.backlog:
            raise ValueError(f"backlog: with a fault ({self.fault}) consumers must be there from the start")
        return self

    @model_validator(mode="after")
    def fault_has_a_target(self) -> Self:
        """What a fault is aimed at must be there."""
        for fault in self.faults:
            if reason := self.refusal_of(fault):
                raise ValueError(f"fault: {fault.name} {reason}")
        return self

    def refusal_of(self, fault: Fault) -> str | None:
        """Why a fault has no target in such a cell, as the end of a sentence; None where it has one."""
        if self.fault_partition >= self.partitions:
            return f"is aimed at partition {self.fault_partition}, and there are {self.partitions} (from 0)"
        return fault.refuses(self)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of whoever receives from the first topic, in their order; none where receipt is all."""
        return ()

    @property
    def reads_to_the_end(self) -> bool:
        """With faults, or where messages are processed."""
        return bool(self.faults or self.steps)

    @property
    def messages_per_second(self) -> float:
        """The rate as a number; infinite where the load is unthrottled."""
        return math.inf if self.rate == UNTHROTTLED else self.rate

    @property
    def has_backlog(self) -> bool:
        """As set."""
        return self.backlog

    @property
    def fault_level(self) -> str:
        """As set."""
        return self.fault

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults that the level names."""
        return faults_in(self.fault)

    @property
    def fault_window(self) -> tuple[float, float]:
        """As set."""
        return self.fault_after, self.fault_until

    @property
    def needed_capabilities(self) -> dict[Capability, tuple[str, str]]:
        """What the faults need."""
        return {fault.needs: ("fault", self.fault) for fault in self.faults}

    @property
    def promises(self) -> frozenset[str]:
        """What both sides promise: a violation on either side would be seen at the end."""
        return self._sending_promises & self._receiving_promises

    @property
    def _sending_promises(self) -> frozenset[str]:
        """What the producer or copier promises to a reader of the cell's isolation level."""
        promises = super().promises
        if SEMANTICS[self.semantics].ends_with_producer and self._producer_may_be_replaced:
            promises -= {"duplicated", "out_of_order"}
        if self.is_transactional and self.delivery_config.isolation_level == Isolation.READ_UNCOMMITTED:
            # A message whose transaction was aborted, and that was sent again, is seen twice.
            promises -= {"aborted_seen", "duplicated", "out_of_order"}
        return promises

    @property
    def _receiving_promises(self) -> frozenset[str]:
        """What the consumer's side promises."""
        return everything_but()

    @property
    def _producer_may_be_replaced(self) -> bool:
        return self.has_fault_aimed_at(Target.PRODUCER)

    def has_fault_aimed_at(self, target: Target) -> bool:
        """Whether a fault of the cell is aimed at this."""
        return any(fault.target is target for fault in self.faults)
