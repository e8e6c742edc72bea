"""The records of queue servers, and of the ways in which they are used as queues."""

from dataclasses import dataclass
from enum import StrEnum


class Durability(StrEnum):
    """Where a message is when it counts as enqueued; rates are compared within one of these only."""

    UNKNOWN = "not acknowledged by the server"
    CACHE = "in the operating system's cache"
    DISK = "on disk"


@dataclass(frozen=True)
class System:
    """A server and a way in which it is used as a queue."""

    name: str
    durability: Durability
    """Where a message is when it counts as enqueued."""
    semantics: str = "at-least-once"
    """The name of the semantics that the system promises. With an answer to each message, the producer can
    send the message again; otherwise it does not learn the outcome of a message."""


@dataclass(frozen=True)
class QueueServerRecord:
    """A server that Kafka is compared with.

    The acting halves have the name of the record: ``include.servers`` starts the server, and
    ``include.producers.scenarios.queue`` and ``include.consumers.scenarios.queue`` have its load programs.
    """

    name: str
    """The name of its Debian package."""
    client_packages: tuple[str, ...]
    """The Python packages with which load programs reach it."""
    systems: tuple[System, ...]
    """The ways in which it is used."""
