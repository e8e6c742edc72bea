"""The jobs of load programs that use a queue other than Kafka."""

from importlib.metadata import version

from pydantic import BaseModel

from include.load_runtime.events import ProgramError
from include.load_runtime.job import ConsumerJob, ProducerJob
from include.load_runtime.scenarios.queue.systems import Server, System

CLIENT_PACKAGES: dict[Server, tuple[str, ...]] = {
    Server.REDIS: ("redis", "hiredis"),
    Server.RABBITMQ: ("amqp",),
}


class QueueError(ProgramError):
    """The server cannot be reached, or refused a request. The message is a sentence for the user."""


class QueueJob(BaseModel):
    """The fields that describe the queue to producers and consumers."""

    system: System
    address: str
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
