"""The settings of a cell that offers a load to Kafka brokers and in which faults may be injected."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field

from include.kinds.fault import (
    NO_FAULT,
    SEPARATOR,
    Fault,
    Target,
    faults_in,
    faults_with,
    validate_fault_level,
)
from include.load.job import Isolation
from include.settings.annotations import AppliesWhen, Slug
from include.settings.fault_parameters import AllFaultParameters, Share
from include.settings.load import LoadSettings
from include.settings.network import DistanceSettings
from include.settings.producer import KafkaClientSettings
from include.settings.traits import Traits

WITH_FAULT = AppliesWhen("fault", (NO_FAULT,), negated=True)

FaultLevel = Annotated[str, AfterValidator(validate_fault_level)]


class KafkaCellSettings(AllFaultParameters, DistanceSettings, LoadSettings, KafkaClientSettings):
    """The settings of a cell that offers a load to Kafka brokers: clients, load, distances and faults."""

    is_producer_under_test: ClassVar[bool] = True

    fault: Annotated[FaultLevel, Slug()] = NO_FAULT
    """The fault of the cell, or several faults joined by ``+``; [guarantees.md](guarantees.md#the-faults)
    lists all faults. A fault needs a ``rate``."""
    fault_after: Annotated[Share, WITH_FAULT, Slug("after{}")] = 0.3
    """The share of the messages after which the fault begins, from 0 to 1."""
    fault_until: Annotated[Share, WITH_FAULT, Slug("until{}")] = 0.6
    """The share of the messages after which the fault ends, from 0 to 1. The fault ends when the share
    ``fault_until`` - ``fault_after`` of the messages has been sent, or was due at the ``rate``, since the
    fault took effect. It ends later if it must wait, for example for another leader."""
    fault_repeats: Annotated[int, Field(ge=1, le=100), WITH_FAULT, Slug("{}times")] = 1
    """The number of times that the fault begins and ends in its window, with pauses as long as each of the
    outages."""

    def refusals(self) -> Iterator[str]:
        """Refuse a fault without effect, and a fault without a rate.

        Without a rate, the window of a fault would have no duration.
        """
        yield from super().refusals()
        if not self.traits.disturbance.faults:
            return
        if not self.traits.pace.is_fixed:
            yield "fault: needs a rate (messages per second), so that its window has a duration"
        if not self.fault_after < self.fault_until:
            yield f"fault_until: {self.fault_until:g} is not above fault_after, which is {self.fault_after:g}"
        if self.fault_after * self.messages < (lead_in := self.traits.pace.lead_in_messages):
            yield (
                f"fault_after: {self.fault_after:g} of {self.messages:,} messages is in the lead-in, which "
                f"has {lead_in:,} messages; use a larger share, or a shorter lead-in"
            )
        if self.traits.flow.has_backlog:
            yield f"backlog: cannot be on with a fault ({self.fault}), during which consumers must run"
        for fault in self.traits.disturbance.faults:
            if reason := self.refusal_of(fault):
                yield f"fault: {fault.name} {reason}"
            if self.fault_repeats > 1 and not fault.is_repeatable:
                yield f"fault_repeats: {fault.name} can strike only once in a cell; remove this setting"

    def refusal_of(self, fault: Fault) -> str | None:
        """Why the cell cannot have ``fault``, as the end of a sentence; None if the fault is possible."""
        return fault.refuses(self)

    @classmethod
    def applies_when(cls, setting: str) -> AppliesWhen | None:
        """The condition under which a setting applies. A parameter of a fault applies only with the fault."""
        if setting in AllFaultParameters.model_fields:
            return AppliesWhen("fault", faults_with(setting), SEPARATOR)
        return super().applies_when(setting)

    def make_traits(self) -> Traits:
        """Derive the faults, and the promises that remain with these faults and this isolation level."""
        traits, faults = super().make_traits(), faults_in(self.fault)
        delivery, promises = traits.delivery, traits.delivery.promises
        strikes_producer = any(fault.target is Target.PRODUCER for fault in faults)
        may_be_replaced = strikes_producer or not self.is_producer_under_test
        if may_be_replaced and self.promised_semantics.ends_with_producer:
            promises -= {"duplicated", "out_of_order"}
        if delivery.is_transactional and delivery.config.isolation_level == Isolation.READ_UNCOMMITTED:
            # Such a reader sees a message twice if it was sent again after its transaction was aborted.
            promises -= {"aborted_seen", "torn", "hanging", "duplicated", "out_of_order"}
        has_aborts = delivery.is_transactional and self.abort_percent > 0
        capabilities = {fault.needs: ("fault", self.fault) for fault in faults}
        return replace(
            traits,
            delivery=replace(delivery, promises=promises),
            flow=replace(
                traits.flow,
                is_producer_under_test=self.is_producer_under_test,
                reads_to_the_end=bool(faults) or has_aborts,
            ),
            needs=replace(
                traits.needs,
                capabilities={**traits.needs.capabilities, **capabilities},
                further_releases=self.further_releases,
            ),
            disturbance=replace(
                traits.disturbance,
                fault_level=self.fault,
                faults=faults,
                fault_window=(self.fault_after, self.fault_until),
                repeats=self.fault_repeats,
                added_partitions=(
                    self.added_partitions
                    if any("added_partitions" in fault.parameters for fault in faults)
                    else 0
                ),
            ),
        )
