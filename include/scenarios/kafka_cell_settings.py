"""The settings of a cell that offers a load to Kafka brokers and in which faults may be injected."""

from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from include.faults.fault import Capability, Fault, Target
from include.faults.parameters import NO_FAULT, WITH_FAULT, Share
from include.faults.registry import AllFaultParameters, faults_in, validate_fault_level
from include.load_runtime.job import Isolation
from include.networks.traffic import RoundTrips
from include.scenarios.load_settings import LoadSettings
from include.scenarios.semantics.registry import all_violations_except
from include.setting_metadata import Slug

Milliseconds = Annotated[float, Field(ge=0, le=1_000, allow_inf_nan=False)]

FaultLevel = Annotated[str, AfterValidator(validate_fault_level)]


class DistanceSettings(LoadSettings):
    """The settings of the network distance, in addition to those of the load and of the clients."""

    round_trip_ms: Annotated[Milliseconds, Slug("rtt{}ms")] = 0
    """The time in ms that a packet and its answer take between clients and brokers, and between brokers."""
    broker_round_trip_ms: Annotated[Milliseconds | None, Slug("broker-rtt{}ms")] = None
    """The same between brokers, if it is to be another time than ``round_trip_ms``."""

    @property
    def round_trips(self) -> RoundTrips:
        round_trip_ms = self.broker_round_trip_ms
        return RoundTrips(self.round_trip_ms, self.round_trip_ms if round_trip_ms is None else round_trip_ms)

    @property
    def needed_capabilities(self) -> dict[Capability, tuple[str, str]]:
        """A distance needs networks of the brokers' own."""
        setting = "round_trip_ms" if self.round_trip_ms else "broker_round_trip_ms"
        asked = f"{getattr(self, setting) or 0:g} ms"
        capabilities = {Capability.NETWORK: (setting, asked)} if self.round_trips != RoundTrips() else {}
        return {**super().needed_capabilities, **capabilities}


class KafkaCellSettings(AllFaultParameters, DistanceSettings):
    """The settings of the faults, in addition to the settings of the load and of the clients."""

    fault: Annotated[FaultLevel, Slug()] = NO_FAULT
    """The fault, or several joined by ``+``, that the cell has; [guarantees.md](guarantees.md#the-faults)
    lists all. A fault needs a ``rate``."""
    fault_after: Annotated[Share, WITH_FAULT, Slug("after{}")] = 0.3
    """The share of the messages after which the fault begins, from 0 to 1."""
    fault_until: Annotated[Share, WITH_FAULT, Slug("until{}")] = 0.6
    """The share of the messages after which the fault ends, from 0 to 1: when the share from ``fault_after``
    to it has been sent since the fault had begun, or would have been sent at the rate. A fault ends later if
    it must wait, for example for another leader."""

    @model_validator(mode="after")
    def check_fault_window(self) -> Self:
        """Refuse a fault without a rate, which gives its window a duration, and a window that cannot be."""
        if not self.faults:
            return self
        if not self.is_paced:
            raise ValueError("fault: needs a rate (messages per second), so that its window has a duration")
        if not self.fault_after < self.fault_until:
            raise ValueError(
                f"fault_until: {self.fault_until:g} is not above fault_after, which is {self.fault_after:g}"
            )
        if self.fault_after * self.messages < self.lead_in_messages:
            raise ValueError(
                f"fault_after: {self.fault_after:g} of {self.messages:,} messages is in the lead-in, which "
                f"has {self.lead_in_messages:,} messages; use a larger share, or a shorter lead-in"
            )
        return self

    @model_validator(mode="after")
    def check_fault_without_backlog(self) -> Self:
        """Refuse a fault in a cell whose consumers start late: faults strike while messages are sent."""
        if self.faults and self.backlog:
            raise ValueError(
                f"backlog: cannot be on with a fault ({self.fault}), during which consumers must run"
            )
        return self

    @model_validator(mode="after")
    def check_fault_target(self) -> Self:
        """Refuse a fault that would have no effect in the cell."""
        for fault in self.faults:
            if reason := self.refusal_of(fault):
                raise ValueError(f"fault: {fault.name} {reason}")
        return self

    def refusal_of(self, fault: Fault) -> str | None:
        """Why the cell cannot have a fault, as the end of a sentence; None if it can have it."""
        return fault.refuses(self)

    @property
    def reads_to_the_end(self) -> bool:
        """Whether consumers read all topics to the end: with a fault, with processing, or where a part of the
        messages is aborted, so that the number of messages does not show the end.
        """
        return bool(self.faults or self.steps or (self.is_transactional and self.abort_percent))

    @property
    def fault_level(self) -> str:
        return self.fault

    @property
    def faults(self) -> tuple[Fault, ...]:
        return faults_in(self.fault)

    @property
    def fault_window(self) -> tuple[float, float]:
        return self.fault_after, self.fault_until

    @property
    def needed_capabilities(self) -> dict[Capability, tuple[str, str]]:
        """The capabilities that the distance and the faults need."""
        return {
            **super().needed_capabilities,
            **{fault.needs: ("fault", self.fault) for fault in self.faults},
        }

    @property
    def promises(self) -> frozenset[str]:
        """The violations that both sides exclude: a violation on one side is visible at the end."""
        return self._sending_promises & self._receiving_promises

    @property
    def _sending_promises(self) -> frozenset[str]:
        """The violations that the producer or copier excludes, for a reader of the isolation level."""
        promises = super().promises
        if self.promised_semantics.ends_with_producer and self._producer_may_be_replaced:
            promises -= {"duplicated", "out_of_order"}
        if self.is_transactional and self.delivery_config.isolation_level == Isolation.READ_UNCOMMITTED:
            # Such a reader sees a message twice that was sent again after its transaction was aborted.
            promises -= {"aborted_seen", "torn", "hanging", "duplicated", "out_of_order"}
        return promises

    @property
    def _receiving_promises(self) -> frozenset[str]:
        """The violations that the consumers exclude."""
        return all_violations_except()

    @property
    def _producer_may_be_replaced(self) -> bool:
        """Whether a fault replaces the program with the cell's semantics."""
        return self.has_fault_with_target(Target.PRODUCER)

    def has_fault_with_target(self, target: Target) -> bool:
        """Whether a fault of the cell has this target."""
        return any(fault.target is target for fault in self.faults)
