"""Every queue server by its name, and every system in which messages can be queued, including Kafka."""

from functools import cache

from include.load.scenarios.queue.queue_systems import Durability, QueueServerRecord, System
from include.registry import Registry, checked_name

QUEUE_SERVERS = Registry(
    "queue server",
    QueueServerRecord,
    "include.load.scenarios.queue",
    [
        "redis-server",
        "rabbitmq-server",
    ],
)

KAFKA = System("kafka", Durability.CACHE)


@cache
def systems() -> dict[str, System]:
    """All systems by name: Kafka, and the systems of all queue servers."""
    of_servers = (system for server in QUEUE_SERVERS.values() for system in server.systems)
    return {system.name: system for system in (KAFKA, *of_servers)}


@cache
def servers_by_system() -> dict[str, QueueServerRecord]:
    """The queue server that each system needs. Kafka is left out, because it needs no queue server."""
    return {system.name: server for server in QUEUE_SERVERS.values() for system in server.systems}


def checked_system(name: str) -> str:
    """The name, unchanged; UnknownNameError if no system has this name."""
    return checked_name("system", name, systems())
