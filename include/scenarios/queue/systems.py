"""Queue servers and the ways in which they are used as queues: their records, and all of them by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from include.kinds.registry import Registry, checked_name

if TYPE_CHECKING:
    from include.scenarios.queue.programs.consumer import QueueConsumer
    from include.scenarios.queue.programs.producer import QueueProducer
    from include.scenarios.queue.server_start import ServerKind


class Durability(StrEnum):
    """The place where a message is stored at the time when it counts as enqueued.

    Only rates of systems with the same durability are compared.
    """

    UNKNOWN = "not acknowledged by the server"
    CACHE = "in the operating system's cache"
    DISK = "on disk"


@dataclass(frozen=True)
class System:
    """A server and a way in which it is used as a queue."""

    name: str
    durability: Durability
    semantics: str = "at-least-once"
    """The semantics that the system promises: ``at-most-once`` if it does not acknowledge messages."""
    is_stream: bool = False
    """Whether the queue is a Redis stream, which is created together with its consumer group."""


class QueueServer(ABC):
    """A server that Kafka is compared with: a folder of ``include.scenarios.queue.servers``."""

    name: str
    """The name of the server's Debian package."""
    client_packages: tuple[str, ...]
    """The Python packages with which load programs reach the server."""
    systems: tuple[System, ...]
    """The ways in which the server is used as a queue."""

    @abstractmethod
    def kind(self) -> ServerKind:
        """What starts the server, and creates queues on it."""

    @abstractmethod
    def producers(self) -> Mapping[str, type[QueueProducer]]:
        """The class that sends to each system, by the system's name."""

    @abstractmethod
    def consumers(self) -> Mapping[str, type[QueueConsumer]]:
        """The class that receives from each system, by the system's name."""


QUEUE_SERVERS = Registry(
    "queue server",
    QueueServer,  # type: ignore[type-abstract] # only for isinstance
    "include.scenarios.queue.servers.{}.server",
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
def servers_by_system() -> dict[str, QueueServer]:
    """The queue server that each system needs. Kafka is left out, because it needs no queue server."""
    return {system.name: server for server in QUEUE_SERVERS.values() for system in server.systems}


def checked_system(name: str) -> str:
    """The name, unchanged; UnknownNameError if no system has this name."""
    return checked_name("system", name, systems())
