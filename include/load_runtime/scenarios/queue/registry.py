"""Every queue server, and every system in which messages can be queued, Kafka among them, by their names."""

from functools import cache

from include.load_runtime.scenarios.queue.system import Durability, QueueServerRecord, System
from include.registry import Registry, UnknownNameError, did_you_mean

QUEUE_SERVERS = Registry(
    "queue server",
    QueueServerRecord,
    "include.load_runtime.scenarios.queue",
    [
        "redis-server",
        "rabbitmq-server",
    ],
)

KAFKA = System("kafka", Durability.CACHE)


@cache
def systems() -> dict[str, System]:
    """Every system by its name: Kafka, and those of all queue servers."""
    of_servers = (system for server in QUEUE_SERVERS.values() for system in server.systems)
    return {system.name: system for system in (KAFKA, *of_servers)}


def checked_system(name: str) -> str:
    """The name of a system.

    Raises:
        UnknownNameError: There is none of that name.
    """
    if name not in systems():
        choices, hint = ", ".join(systems()), did_you_mean(name, systems())
        raise UnknownNameError(f"there is no system {name!r}; choose from {choices}{hint}")
    return name
