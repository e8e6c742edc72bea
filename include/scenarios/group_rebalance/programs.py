"""The load programs of a group rebalance cell."""

from functools import partial

from include.load_runtime.client_choice import DEFAULT_CLIENT
from include.load_runtime.program import LoadPrograms, Program
from include.scenarios.cell_context import CellContext
from include.scenarios.clients.registry import client_of
from include.scenarios.group_rebalance.settings import GroupRebalanceSettings
from include.scenarios.kafka_programs import (
    consumer_programs,
    observer_programs,
    own_producer_settings,
    producer_job,
)

CLASSIC_PROTOCOL_ONLY = (
    "partition.assignment.strategy",
    "heartbeat.interval.ms",
    "session.timeout.ms",
)
"""Settings that the client refuses with the consumer protocol, with which the brokers decide on them."""

KEYED_PRODUCER_SETTINGS = {
    "partitioner": "murmur2_random",  # the Java client's: the same key goes to the same partition
}
"""The settings of a producer whose messages have keys."""


def programs(context: CellContext[GroupRebalanceSettings]) -> LoadPrograms:
    """A producer, and the members of one group."""
    settings = context.settings
    client_settings = {**own_producer_settings(context), **(KEYED_PRODUCER_SETTINGS if settings.keys else {})}
    job = producer_job(context, client_settings=client_settings, keys=settings.keys)
    return LoadPrograms(
        producer=Program("include.producers.delivery", job),
        consumers=consumer_programs(context, client_settings=partial(member_settings, context)),
        observers=observer_programs(context),
    )


def member_settings(context: CellContext[GroupRebalanceSettings], name: str) -> dict[str, str]:
    """The client settings of the group member of this name.

    Assignors sort members by their ids. A member id begins with the client id, which is the name, so that the
    members are assigned partitions in the order of their names.
    """
    settings = context.settings
    common = client_of(DEFAULT_CLIENT).consumer_settings(settings, context.address, context.topics.last)
    client_settings = {**common, "client.id": name}
    if settings.is_classic:
        return {
            **client_settings,
            "partition.assignment.strategy": settings.assignor.value,
            "heartbeat.interval.ms": str(settings.heartbeat_ms),
        }
    return {
        **{key: value for key, value in client_settings.items() if key not in CLASSIC_PROTOCOL_ONLY},
        "group.protocol": "consumer",
        "group.remote.assignor": settings.remote_assignor.value,
    }
