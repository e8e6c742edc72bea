"""A delivery cell: producers send to a topic that the consumers of one group read."""

from dataclasses import dataclass

from include.cells.kafka_workload import KafkaWorkload, Sender, numbered
from include.clusters.leaders_and_coordinators import ClusterBrokers
from include.kinds.client_releases import client_of
from include.kinds.fault import Target
from include.load.job import Processing
from include.load.program_descriptions import LoadPrograms, Program
from include.scenarios.delivery.settings import AfterFailure, DeliverySettings


@dataclass(frozen=True)
class DeliveryWorkload(KafkaWorkload[DeliverySettings]):
    """A workload with one topic."""

    def leaders(self) -> list[int]:
        """All brokers except the transaction coordinator; empty without strikes or without transactions.

        The Java client has only one connection to each broker. If the coordinator led a partition, a held
        produce request would block requests to the coordinator.
        """
        if not (self.settings.strike and self.settings.traits.delivery.is_transactional):
            return []
        brokers = ClusterBrokers(self.attempt.cluster)
        return sorted(brokers.living() - {brokers.first_coordinator_id(self.topics.first)})

    def programs(self) -> LoadPrograms:
        """The producers, and the consumers of one group."""
        settings, client = self.settings, client_of(self.settings.client)
        fixed_settings = client.consumer_settings(settings, self.address, self.topics.last)
        consumer_settings = client.with_own_settings(settings.consumer_settings, fixed_settings)
        return LoadPrograms(
            producer=self._producer(0),
            other_producers=[self._producer(index) for index in range(1, settings.producers)],
            consumers=[
                self.consumer(
                    index,
                    processing=settings.processing,
                    client=settings.client,
                    without_group=_joins_no_group(settings),
                    client_settings=consumer_settings,
                )
                for index in range(settings.consumers)
            ],
            observers=self.observers(),
            proxy=self.proxy(settings.strike, wire_log=settings.wire_log),
        )

    def _producer(self, index: int) -> Program:
        settings, client = self.settings, client_of(self.settings.client)
        transactional_id = numbered(self.topics.first, index)
        address = self.proxied_address if settings.has_proxy else self.address
        fixed_settings = client.producer_settings(
            settings, settings.traits.delivery.config, address, transactional_id
        )
        return self.producer(
            Sender(
                client=settings.client,
                client_settings=client.with_own_settings(settings.producer_settings, fixed_settings),
                index=index,
                producers=settings.producers,
                partition_cycle=settings.partitioning.cycle(settings.partitions),
                unacknowledged_messages=settings.unacknowledged_messages,
                stops_after_failure=settings.after_failure is AfterFailure.NEW_PRODUCER,
            )
        )


def _joins_no_group(settings: DeliverySettings) -> bool:
    """Whether consumers join no group, because they only receive and a fault has another target."""
    is_struck_elsewhere = any(
        fault.target is not Target.CONSUMER for fault in settings.traits.disturbance.faults
    )
    return settings.processing is Processing.RECEIVE_ONLY and is_struck_elsewhere
