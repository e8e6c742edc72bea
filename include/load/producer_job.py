"""The job of a producer, and the share of the messages that it sends."""

from enum import StrEnum
from typing import ClassVar

from pydantic import Field

from include.load.job import Job
from include.load.payload import MessageContent


class Resend(StrEnum):
    """The messages that a producer sends after it has replaced an earlier producer."""

    NOT_HANDED_OVER = "not handed over"
    """For the semantics at-most-once: the messages that the earlier producer had not handed over to its
    client."""
    NOT_ACKED = "not acked"
    """For the semantics at-least-once and idempotent: the messages for which the earlier producer received no
    acknowledgement."""
    NOT_COMMITTED = "not committed"
    """For the semantics exactly-once: all messages except those in transactions whose commit may have
    succeeded, or whose abort was on purpose."""


def shared_messages(messages: int, producers: int, index: int) -> range:
    """The ids of the messages that the producer with this number (from 0) sends."""
    return range(index, messages, producers)


class ProducerJob(Job, MessageContent):
    """The job of a producer."""

    ends_by_itself: ClassVar[bool] = True

    index: int = 0
    """The producer's number, from 0, among the producers that share the messages."""
    producers: int = 1
    """The number of producers that share the messages. Producer i sends the messages whose id modulo this
    number is i. At a fixed rate, the producers take turns: the messages of a cell are due in the order of
    their ids."""
    partitions: int
    batch_bytes: int
    most_per_request: int
    linger_ms: float
    buffered_messages: int
    """The number of unacknowledged messages at which the producer waits for acknowledgements."""
    rate: float | None = None
    """Messages per second; None: as fast as the client accepts them."""
    sending_seconds: float | None = None
    """The time after which the producer stops, even if messages are left; None: it sends all messages."""
    untimed_messages: int = 0
    """At a fixed rate: the number of messages at the beginning that are not timed."""
    untimed_seconds: float = 0
    """Without a fixed rate: the number of seconds at the beginning in which messages are not timed."""
    transaction_ms: int | None = None
    """The age in ms at which a transaction is committed; None: no transactions."""
    resend: Resend = Resend.NOT_ACKED
    stops_after_failure: bool = False
    """Whether the program ends with an error after the first message whose delivery has failed, so that a
    successor takes its place."""
    keys: int = 0
    """The number of different keys, which determine the partitions of messages; 0: no keys."""
    milestones: list[int] = Field(default_factory=list)
    """The counts of sent messages at which the producer reports its progress without delay."""
    congestion_control: str | None = None
    """TCP's congestion control in the producer's own network; None: the default of this host."""
    transaction_messages: int | None = None
    """The number of messages after which a transaction ends; None: a transaction ends when its age is
    ``transaction_ms``."""
    abort_percent: int = 0
    """The percentage of transactions, evenly distributed, that the application aborts on purpose."""
    drain_seconds: float | None = None
    """The maximum time for which the producer waits for the outcomes of messages after it has sent the last
    message; None: no limit."""
    end_timeout_ms: int | None = None
    """The time in ms after which the producer gives up a transaction that does not end; None: never."""
    unacknowledged_messages: int | None = None
    """The maximum number of messages that wait for their acknowledgement; None: ``buffered_messages``."""
    partition_cycle: list[int] = Field(default_factory=list)
    """The partitions to which successive messages go in turn; if empty, messages go to one partition until a
    batch is full, and then to another."""

    partitions_after_pause: int | None = None
    """The number of partitions of the topic after the pause for a fault; None: as before. The producer writes
    to the added partitions at once."""

    @property
    def shared(self) -> range:
        """The ids of the messages in this producer's share."""
        return shared_messages(self.messages, self.producers, self.index)
