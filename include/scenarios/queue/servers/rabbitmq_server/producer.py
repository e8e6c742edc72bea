"""Publish to a queue of RabbitMQ."""

from collections.abc import Mapping
from contextlib import suppress
from time import monotonic, monotonic_ns, sleep

import amqp

from include.load.signals import ProgramSignals
from include.producers.sent_log import SentLog
from include.scenarios.queue.errors import QueueError
from include.scenarios.queue.programs.jobs import EnqueueJob
from include.scenarios.queue.programs.producer import QueueProducer
from include.scenarios.queue.servers.rabbitmq_server.client import (
    RabbitConnection,
    connect_to_rabbitmq,
    rabbitmq_errors,
)

PERSISTENT = 2
"""The delivery mode of messages that a durable queue stores on disk."""

UNCONFIRMED_BATCHES = 10
"""The number of batches that may wait for their confirms."""

LENGTH_POLL_SECONDS = 0.001
"""The time between two requests for the length of the queue."""

ACCEPT_TIMEOUT_SECONDS = 120.0
"""The maximum time in which the server must accept the messages that were sent."""


class RabbitProducer(QueueProducer):
    """Publishes messages one by one, without waiting."""

    def __init__(self, job: EnqueueJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._connection: RabbitConnection
        self._channel: amqp.Channel

    def get_ready(self) -> None:
        with rabbitmq_errors(self._job.address):
            self._connection = connect_to_rabbitmq(self._job.address)
            self._channel = self._connection.channel()

    def leave(self) -> None:
        with suppress(amqp.AMQPError, OSError):
            self._connection.close()

    def _publish(self, values: list[bytes]) -> None:
        publish, queue = self._channel.basic_publish, self._job.topic
        for value in values:
            publish(amqp.Message(value, delivery_mode=PERSISTENT), routing_key=queue)


class UnconfirmedProducer(RabbitProducer):
    """Sends without confirms.

    A message counts as acknowledged when the connection has accepted it. Because connections have buffers,
    acceptance alone would only show how fast a program writes. So the last batch of each part
    (``queue_producer.PARTS``) counts as acknowledged only when the queue contains all messages that were sent
    so far.
    """

    def __init__(self, job: EnqueueJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._first, self._end, self._accepted_ns = 0, 0, 0

    def send(self, first: int, values: list[bytes]) -> None:
        """Publish a batch, and record the previous batch as acknowledged."""
        self.log.acknowledged(self._first, self._end, self._accepted_ns)
        with rabbitmq_errors(self._job.address):
            self._publish(values)
        self._first, self._end, self._accepted_ns = first, first + len(values), monotonic_ns()

    def settle(self) -> None:
        """Wait until the queue contains all messages that were sent. No consumer reads from the queue yet.

        Raises:
            QueueError: After ``ACCEPT_TIMEOUT_SECONDS``, the queue still does not contain all sent messages.
        """
        last = monotonic() + ACCEPT_TIMEOUT_SECONDS
        while (length := self._length()) < self._end:
            if monotonic() > last:
                raise QueueError(
                    f"RabbitMQ has {length} of {self._end} messages after {ACCEPT_TIMEOUT_SECONDS:g} s"
                )
            sleep(LENGTH_POLL_SECONDS)
        self.log.acknowledged(self._first, self._end, monotonic_ns())

    def _length(self) -> int:
        with rabbitmq_errors(self._job.address):
            return int(self._channel.queue_declare(self._job.topic, passive=True).message_count)


class Confirms:
    """Records the outcome of the messages, which are numbered from 0 in the order of publishing.

    Source: https://www.rabbitmq.com/docs/confirms. Delivery tags count the channel's messages from 1. A
    confirm is for the message with its tag, or for all unconfirmed messages up to its tag.
    """

    def __init__(self, log: SentLog) -> None:
        self._log = log
        self._settled = 0

    def acknowledged(self, tag: int, multiple: bool) -> None:
        """Record that the server has acknowledged the messages that a confirm covers."""
        self._log.acknowledged(self._first(tag, multiple), tag, monotonic_ns())

    def rejected(self, tag: int, multiple: bool) -> None:
        """Record that the server has rejected the messages that a confirm covers."""
        self._log.rejected(self._first(tag, multiple), tag)

    def _first(self, tag: int, multiple: bool) -> int:
        """The first message that a confirm covers. The last covered message is ``tag - 1``."""
        if not multiple:
            return tag - 1
        first, self._settled = self._settled, tag
        return first


class ConfirmedProducer(RabbitProducer):
    """Sends with confirms. Further messages are sent before the server has confirmed the earlier ones."""

    def get_ready(self) -> None:
        super().get_ready()
        with rabbitmq_errors(self._job.address):
            self._channel.confirm_select()
        confirms = Confirms(self.log)
        self._channel.events["basic_ack"].add(confirms.acknowledged)
        self._channel.events["basic_nack"].add(confirms.rejected)

    def send(self, first: int, values: list[bytes]) -> None:
        """Publish a batch, and take the confirms that have arrived.

        If too many messages are unconfirmed, wait for further confirms.
        """
        with rabbitmq_errors(self._job.address):
            self._publish(values)
            self._take_confirms(first + len(values), UNCONFIRMED_BATCHES * self._job.batch_messages)

    def settle(self) -> None:
        with rabbitmq_errors(self._job.address):
            self._take_confirms(self._sent, 0)

    def _take_confirms(self, sent: int, most_unconfirmed: int) -> None:
        while sent - self.log.reported > most_unconfirmed:
            self._connection.drain_events(timeout=ACCEPT_TIMEOUT_SECONDS)
        with suppress(TimeoutError):
            while sent > self.log.reported:
                self._connection.drain_events(timeout=0)


PRODUCERS: Mapping[str, type[QueueProducer]] = {
    "rabbitmq": UnconfirmedProducer,
    "rabbitmq-confirmed": ConfirmedProducer,
}
