"""The systems in which a cell's messages can be queued: Kafka, and those that it is compared with.

Load programs that use another system than Kafka have jobs of their own.
"""

from enum import StrEnum
from importlib.metadata import version

from pydantic import BaseModel

from include.errors import PlatformError
from include.load_runtime.events import ProgramError
from include.load_runtime.job import ConsumerJob, ProducerJob


class Server(StrEnum):
    """A queue server that Kafka is compared with, by the name of its Debian package."""

    REDIS = "redis-server"
    RABBITMQ = "rabbitmq-server"


class Durability(StrEnum):
    """Where a message is when it counts as enqueued; rates are compared within one of these only."""

    UNKNOWN = "not acknowledged by the server"
    CACHE = "in the operating system's cache"
    DISK = "on disk"


class System(StrEnum):
    """A server and the way in which it is used as a queue."""

    KAFKA = "kafka"
    REDIS_LIST = "redis-list"
    """Messages are pushed at one end of a list and popped at the other."""
    REDIS_STREAM = "redis-stream"
    """Messages are added to a stream; a consumer group reads and acknowledges them."""
    RABBITMQ = "rabbitmq"
    """Messages are published without confirms and consumed with acknowledgements."""
    RABBITMQ_CONFIRMED = "rabbitmq-confirmed"
    """Messages are published with confirms and consumed with acknowledgements."""

    @property
    def server(self) -> Server | None:
        """The server that this system needs; None: the brokers of a Kafka cluster."""
        return SERVERS.get(self)

    @property
    def durability(self) -> Durability:
        """Where a message is when it counts as enqueued."""
        return DURABILITY.get(self, Durability.CACHE)

    @property
    def semantics(self) -> str:
        """The name of the semantics that the system promises.

        Without confirms a producer does not learn the outcome of a message. With an answer to each message,
        the producer can send the message again.
        """
        return "at-most-once" if self is System.RABBITMQ else "at-least-once"


SERVERS: dict[System, Server] = {
    System.REDIS_LIST: Server.REDIS,
    System.REDIS_STREAM: Server.REDIS,
    System.RABBITMQ: Server.RABBITMQ,
    System.RABBITMQ_CONFIRMED: Server.RABBITMQ,
}

DURABILITY: dict[System, Durability] = {
    System.RABBITMQ: Durability.UNKNOWN,
    System.RABBITMQ_CONFIRMED: Durability.DISK,
}
"""Of systems that do not put a message into the operating system's cache before they acknowledge it, as Kafka
does, and Redis with an append-only file."""


CLIENT_PACKAGES: dict[Server, tuple[str, ...]] = {
    Server.REDIS: ("redis", "hiredis"),
    Server.RABBITMQ: ("amqp",),
}


class QueueError(ProgramError, PlatformError):
    """The server cannot be reached, or refused a request. The message is a sentence for the user."""


class QueueJob(BaseModel):
    """The fields that describe the queue to producers and consumers."""

    system: System
    address: str
    """``host:port`` of the server."""
    batch_messages: int
    """The number of messages that are sent, or received, at once."""

    def in_effect(self) -> dict[str, str]:
        """The client's packages with their versions, and the size of its batches."""
        return {
            "client": ", ".join(f"{name} {version(name)}" for name in self._client_packages()),
            "batch.messages": str(self.batch_messages),
        }

    def _client_packages(self) -> tuple[str, ...]:
        server = self.system.server
        return CLIENT_PACKAGES[server] if server else ()


class EnqueueJob(QueueJob, ProducerJob):
    """The job of a producer; ``topic`` is the name of the queue."""


class DequeueJob(QueueJob, ConsumerJob):
    """The job of a consumer; ``topic`` is the name of the queue."""
