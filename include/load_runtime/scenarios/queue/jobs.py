"""What the load programs of a queue are told that isn't Kafka's."""

from importlib.metadata import version

from pydantic import BaseModel

from include.load_runtime.job import ConsumerJob, ProducerJob
from include.load_runtime.scenarios.queue.systems import Server, System

CLIENTS: dict[Server, tuple[str, ...]] = {Server.REDIS: ("redis", "hiredis"), Server.RABBITMQ: ("amqp",)}
"""The packages that talk to each server."""


class QueueError(Exception):
    """The server can't be reached, or refused something; the message is for a user."""


class AtQueue(BaseModel):
    """Of both sides. ``address`` is host and port; ``batch_messages`` go, or come, at once."""

    system: System
    address: str
    batch_messages: int

    def in_effect(self) -> dict[str, str]:
        """The client's version, and how it is used."""
        return {
            "client": ", ".join(f"{name} {version(name)}" for name in self._client_packages()),
            "batch.messages": str(self.batch_messages),
        }

    def _client_packages(self) -> tuple[str, ...]:
        server = self.system.server
        return CLIENTS[server] if server else ()


class EnqueueJob(AtQueue, ProducerJob):
    """What a program is told that fills a queue; ``topic`` is the queue's name."""


class DequeueJob(AtQueue, ConsumerJob):
    """What a program is told that empties a queue; ``topic`` is the queue's name."""


def explained(failure: QueueError, _job: EnqueueJob | DequeueJob) -> str:
    """Why a program gave up, for a user."""
    return str(failure)
