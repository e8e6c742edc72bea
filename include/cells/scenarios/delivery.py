"""A delivery cell: producers send to a topic that the consumers of one group read."""

from dataclasses import dataclass

from include.cells.cell_context import CellContext
from include.cells.kafka_programs import (
    consumer_program,
    numbered,
    observer_programs,
    producer_job,
    proxy_program,
)
from include.cells.kafka_workload import KafkaWorkload
from include.clusters.broker_lookup import ClusterBrokers
from include.faults.fault import Target
from include.load_runtime.job import Processing
from include.load_runtime.programs_of_cell import LoadPrograms, Program
from include.scenarios.clients.registry import client_of
from include.scenarios.delivery import DeliverySettings


@dataclass(frozen=True)
class DeliveryWorkload(KafkaWorkload[DeliverySettings]):
    """A workload with one topic."""

    def leaders(self) -> list[int]:
        """The brokers that do not coordinate the producer's transactions, if a request is struck.

        The Java client has only one connection to each broker, and a held request must not block requests to
        the coordinator.
        """
        if not (self.settings.strike and self.settings.traits.is_transactional):
            return []
        brokers = ClusterBrokers(self.attempt.cluster)
        return sorted(brokers.living() - {brokers.first_coordinator_id(self.topics.first)})


workload = DeliveryWorkload


def programs(context: CellContext[DeliverySettings]) -> LoadPrograms:
    """The producers, and the consumers of one group."""
    settings, client = context.settings, client_of(context.settings.client)
    fixed_settings = client.consumer_settings(settings, context.address, context.topics.last)
    consumer_settings = client.with_own_settings(settings.consumer_settings, fixed_settings)
    return LoadPrograms(
        producer=_producer(context, 0),
        other_producers=[_producer(context, index) for index in range(1, settings.producers)],
        consumers=[
            consumer_program(
                context,
                index,
                processing=settings.processing,
                client=settings.client,
                without_group=_joins_no_group(settings),
                client_settings=consumer_settings,
            )
            for index in range(settings.consumers)
        ],
        observers=observer_programs(context),
        proxy=proxy_program(context, settings.strike, settings.wire_log) if settings.has_proxy else None,
    )


def _joins_no_group(settings: DeliverySettings) -> bool:
    """Whether the consumers read fixed partitions, because the group is not under test."""
    is_struck_elsewhere = any(fault.target is not Target.CONSUMER for fault in settings.traits.faults)
    return settings.processing is Processing.RECEIVE_ONLY and is_struck_elsewhere


def _producer(context: CellContext[DeliverySettings], index: int) -> Program:
    settings = context.settings
    transactional_id = numbered(context.topics.first, index)
    client = client_of(settings.client)
    address = context.proxied_address if settings.has_proxy else context.address
    fixed_settings = client.producer_settings(settings, settings.traits.config, address, transactional_id)
    job = producer_job(
        context,
        index=index,
        producers=settings.producers,
        client_settings=client.with_own_settings(settings.producer_settings, fixed_settings),
        partition_cycle=settings.partitioning.cycle(settings.partitions),
        unacknowledged_messages=settings.unacknowledged_messages,
        warm_up_messages=client.warm_up_messages,
    )
    return Program(client.producer, job, settings.client)
