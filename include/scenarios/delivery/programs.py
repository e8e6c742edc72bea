"""The load programs of a delivery cell."""

from include.load_runtime.program import LoadPrograms, Program
from include.scenarios.cell_context import CellContext
from include.scenarios.clients.registry import client_of
from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.kafka_programs import (
    consumer_programs,
    observer_programs,
    producer_job,
    proxy_program,
)


def programs(context: CellContext[DeliverySettings]) -> LoadPrograms:
    """A producer, and the consumers of one group."""
    settings, client = context.settings, client_of(context.settings.client)
    pinned = client.consumer_settings(settings, context.address, context.topics.last)
    consumer_settings = client.with_own_settings(settings.consumer_settings, pinned)
    return LoadPrograms(
        producer=_producer(context),
        consumers=consumer_programs(
            context, client_settings=lambda _name: consumer_settings, client=settings.client
        ),
        observers=observer_programs(context),
        proxy=proxy_program(context, settings.strike, settings.wire_log) if settings.has_proxy else None,
    )


def _producer(context: CellContext[DeliverySettings]) -> Program:
    settings, topic = context.settings, context.topics.first
    client = client_of(settings.client)
    address = context.proxied_address if settings.has_proxy else context.address
    pinned = client.producer_settings(settings, settings.delivery_config, address, topic)
    job = producer_job(
        context,
        client_settings=client.with_own_settings(settings.producer_settings, pinned),
        partitioning=settings.partitioning,
        unacknowledged_messages=settings.unacknowledged_messages,
    )
    return Program(client.producer, job, settings.client)
