"""The jobs of consumers: programs that receive, process, forward or copy messages."""

from collections.abc import Mapping
from typing import ClassVar, Self

from pydantic import Field

from include.load.job import Job, Processing
from include.load.payload import MessageContent


class ConsumerJob(Job, MessageContent):
    """The job of a consumer of a group."""

    is_receiver: ClassVar[bool] = True
    """Whether ``received.parquet`` has the messages that the program receives; False for a copier."""

    index: int
    """The consumer's number in its group, from 0."""
    assigned: list[int] = Field(default_factory=list)
    """The partitions to read without joining a group; if empty, the consumer joins its group."""
    due_deliveries: int = 1
    """The number of times that each message is due to be delivered."""
    transformed: bool = False
    """Whether a copier wrote the messages. Messages from a copier have a transformed filler."""

    @property
    def attempt(self) -> int:
        """The number of programs that have run as this consumer so far, this program included."""
        return 1 + len(self.takes_over)


class ProcessingJob(ConsumerJob):
    """The job of a consumer that processes what it receives."""

    processing: Processing
    batch_messages: int
    """The maximum number of messages that are received, processed and committed together."""
    pauses_before_processing: bool = False
    """With ``auto-commit``: whether the program pauses for a fault before processing, and not after it."""


class ForwardingJob(ConsumerJob):
    """The job of a consumer that also produces. ``client_settings`` are the consuming client's settings."""

    output: str
    """The topic to write to."""
    producer_settings: dict[str, str]

    def clients(self) -> dict[str, dict[str, str]]:
        return {"consumer.": self.client_settings, "producer.": self.producer_settings}

    def secured(self, security: Mapping[str, str]) -> Self:
        secured = super().secured(security)
        return secured.model_copy(update={"producer_settings": {**self.producer_settings, **security}})


class CopyJob(ForwardingJob, ProcessingJob):
    """The job of a copier.

    If its producer has a ``transactional.id``, one transaction commits the produced messages and the consumed
    offsets. With a transaction, ``processing`` has no effect.
    """

    is_receiver: ClassVar[bool] = False
