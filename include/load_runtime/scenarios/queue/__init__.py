"""The jobs of load programs that use another system than Kafka as a queue."""

from importlib.metadata import version

from pydantic import BaseModel

from include.errors import PlatformError
from include.load_runtime.events import ProgramError
from include.load_runtime.job import ConsumerJob, ProducerJob
from include.load_runtime.scenarios.queue.registry import QUEUE_SERVERS


class QueueError(ProgramError, PlatformError):
    """The server cannot be reached, or refused a request. The message is a sentence for the user."""


class QueueJob(BaseModel):
    """The fields that describe the queue to producers and consumers."""

    server: str
    """The name of the queue server."""
    system: str
    """The name of the way in which the server is used."""
    address: str
    """``host:port`` of the server."""
    batch_messages: int
    """The number of messages that are sent, or received, at once."""

    def in_effect(self) -> dict[str, str]:
        """The client's packages with their versions, and the size of its batches."""
        packages = QUEUE_SERVERS[self.server].client_packages
        return {
            "client": ", ".join(f"{name} {version(name)}" for name in packages),
            "batch.messages": str(self.batch_messages),
        }


class EnqueueJob(QueueJob, ProducerJob):
    """The job of a producer; ``topic`` is the name of the queue."""


class DequeueJob(QueueJob, ConsumerJob):
    """The job of a consumer; ``topic`` is the name of the queue."""
