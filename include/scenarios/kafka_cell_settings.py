"""The settings of a cell that offers a load to Kafka brokers and in which faults may be injected."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from include.faults.fault import Fault, Target
from include.load_runtime.job import Isolation
from include.scenarios.distance_settings import DistanceSettings
from include.scenarios.fault_settings import FaultSettings
from include.scenarios.kafka_client_settings import KafkaClientSettings
from include.scenarios.load_settings import LoadSettings
from include.scenarios.traits import Traits


class KafkaCellSettings(FaultSettings, DistanceSettings, LoadSettings, KafkaClientSettings):
    """The settings of clients and topics, of the load, of the distance and of the faults together."""

    is_producer_under_test: ClassVar[bool] = True

    def refusals(self) -> Iterator[str]:
        """Refuse a fault that would have no effect in the cell."""
        yield from super().refusals()
        for fault in self.traits.faults:
            if reason := self.refusal_of(fault):
                yield f"fault: {fault.name} {reason}"

    def refusal_of(self, fault: Fault) -> str | None:
        """Why the cell cannot have a fault, as the end of a sentence; None if it can have it."""
        return fault.refuses(self)

    def make_traits(self) -> Traits:
        """Derive what the semantics promises, with faults, to a consumer of this isolation level."""
        traits = super().make_traits()
        promises = traits.promises
        may_be_replaced = not self.is_producer_under_test or traits.has_fault_with_target(Target.PRODUCER)
        if may_be_replaced and self.promised_semantics.ends_with_producer:
            promises -= {"duplicated", "out_of_order"}
        if traits.is_transactional and traits.config.isolation_level == Isolation.READ_UNCOMMITTED:
            # Such a reader sees a message twice that was sent again after its transaction was aborted.
            promises -= {"aborted_seen", "torn", "hanging", "duplicated", "out_of_order"}
        has_aborts = traits.is_transactional and self.abort_percent > 0
        return replace(
            traits,
            promises=promises,
            is_producer_under_test=self.is_producer_under_test,
            reads_to_the_end=traits.reads_to_the_end or has_aborts,
        )
