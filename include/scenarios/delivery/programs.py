"""The load programs of a delivery cell."""

from include.load_runtime.program import LoadPrograms, Program
from include.scenarios.cell_context import CellContext
from include.scenarios.clients.registry import client_of
from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.kafka_programs import (
    consumer_programs,
    numbered,
    observer_programs,
    producer_job,
    proxy_program,
)


def programs(context: CellContext[DeliverySettings]) -> LoadPrograms:
    """The producers, and the consumers of one group."""
    settings, client = context.settings, client_of(context.settings.client)
    pinned = client.consumer_settings(settings, context.address, context.topics.last)
    consumer_settings = client.with_own_settings(settings.consumer_settings, pinned)
    return LoadPrograms(
        producer=_producer(context, 0),
        other_producers=[_producer(context, index) for index in range(1, settings.producers)],
        consumers=consumer_programs(
            context, client_settings=lambda _name: consumer_settings, client=settings.client
        ),
        observers=observer_programs(context),
        proxy=proxy_program(context, settings.strike, settings.wire_log) if settings.has_proxy else None,
    )


def _producer(context: CellContext[DeliverySettings], index: int) -> Program:
    settings = context.settings
    transactional_id = numbered(context.topics.first, index)
    client = client_of(settings.client)
    address = context.proxied_address if settings.has_proxy else context.address
    pinned = client.producer_settings(settings, settings.delivery_config, address, transactional_id)
    job = producer_job(
        context,
        index=index,
        producers=settings.producers,
        client_settings=client.with_own_settings(settings.producer_settings, pinned),
        partition_cycle=settings.partitioning.cycle(settings.partitions),
        unacknowledged_messages=settings.unacknowledged_messages,
        warm_up_messages=client.warm_up_messages,
    )
    return Program(client.producer, job, settings.client)
