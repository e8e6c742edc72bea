"""The jobs of load programs for queues in systems other than Kafka."""

from importlib.metadata import version

from pydantic import BaseModel

from include.load.consumer_jobs import ConsumerJob
from include.load.producer_job import ProducerJob
from include.scenarios.queue.systems import QueueServer, servers_by_system


class QueueJob(BaseModel):
    """The fields that describe the queue to producers and consumers."""

    system: str
    """The name of the system that has the queue. It is never Kafka."""
    address: str
    """``host:port`` of the server."""
    batch_messages: int
    """The number of messages that are sent, or received, at once."""

    @property
    def server(self) -> QueueServer:
        """The server that has the queue."""
        return servers_by_system()[self.system]

    def in_effect(self) -> dict[str, str]:
        """The settings in effect: versions of the client's packages, and number of messages in a batch."""
        return {
            "client": ", ".join(f"{name} {version(name)}" for name in self.server.client_packages),
            "batch.messages": str(self.batch_messages),
        }


class EnqueueJob(QueueJob, ProducerJob):
    """The job of a producer; ``topic`` is the name of the queue."""


class DequeueJob(QueueJob, ConsumerJob):
    """The job of a consumer; ``topic`` is the name of the queue."""
