"""Send to a queue of RabbitMQ: ``python -m include.producers.scenarios.queue.rabbitmq <job file>``."""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic, monotonic_ns, sleep

import amqp

from include.load_runtime.main import run_program
from include.load_runtime.scenarios.queue.jobs import EnqueueJob, QueueError
from include.load_runtime.scenarios.queue.rabbitmq_client import RabbitConnection, connect, rabbitmq_errors
from include.load_runtime.scenarios.queue.systems import System
from include.load_runtime.signals import ProgramSignals
from include.producers.scenarios.queue.producer import QueueProducer, Sender
from include.producers.sent_log import SentLog

PERSISTENT = 2
"""The delivery mode of messages that a durable queue stores on disk."""

UNCONFIRMED_BATCHES = 10
"""The number of batches that may wait for their confirms."""

LENGTH_POLL_SECONDS = 0.001
"""The time between two requests for the length of the queue."""

ACCEPT_TIMEOUT_SECONDS = 120.0
"""The maximum time in which the server must accept the messages that were sent."""


class Confirms:
    """Records the outcome of the messages, which are numbered from 0 in the order of publishing.

    Source: https://www.rabbitmq.com/docs/confirms. Delivery tags count the channel's messages from 1. A
    confirm is for one message, or for all messages up to its tag that were not confirmed before.
    """

    def __init__(self, log: SentLog) -> None:
        self._log = log
        self._settled = 0

    def acknowledged(self, tag: int, multiple: bool) -> None:
        """Record that the server has the messages."""
        self._log.acknowledged(self._first(tag, multiple), tag, monotonic_ns())

    def rejected(self, tag: int, multiple: bool) -> None:
        """Record that the server rejected the messages."""
        self._log.rejected(self._first(tag, multiple), tag)

    def _first(self, tag: int, multiple: bool) -> int:
        """The first message that a confirm covers; the last one has the number ``tag - 1``."""
        if not multiple:
            return tag - 1
        first, self._settled = self._settled, tag
        return first


class RabbitSender:
    """Publishes messages one by one, without waiting."""

    def __init__(self, job: EnqueueJob, log: SentLog) -> None:
        self._job = job
        self._log = log
        self._connection: RabbitConnection
        self._channel: amqp.Channel

    def connect(self) -> None:
        with rabbitmq_errors(self._job.address):
            self._connection = connect(self._job.address)
            self._channel = self._connection.channel()

    def close(self) -> None:
        with suppress(amqp.AMQPError, OSError):
            self._connection.close()

    def _publish(self, values: list[bytes]) -> None:
        publish, queue = self._channel.basic_publish, self._job.topic
        for value in values:
            publish(amqp.Message(value, delivery_mode=PERSISTENT), routing_key=queue)


class UnconfirmedSender(RabbitSender):
    """Sends without confirms: a message counts as acknowledged when the connection has accepted it.

    Connections have buffers, so this alone would measure how fast a program can write. Therefore the last
    batch of each part counts only when the queue is as long as the number of messages sent.
    """

    def __init__(self, job: EnqueueJob, log: SentLog) -> None:
        super().__init__(job, log)
        self._first, self._end, self._accepted_ns = 0, 0, 0

    def send(self, first: int, values: list[bytes]) -> None:
        """Publish a batch, and record the batch before as acknowledged."""
        self._log.acknowledged(self._first, self._end, self._accepted_ns)
        with rabbitmq_errors(self._job.address):
            self._publish(values)
        self._first, self._end, self._accepted_ns = first, first + len(values), monotonic_ns()

    def settle(self) -> None:
        """Wait until the queue is as long as the number of messages sent: no consumer reads from it yet.

        Raises:
            QueueError: The queue is shorter after ``ACCEPT_TIMEOUT_SECONDS``.
        """
        last = monotonic() + ACCEPT_TIMEOUT_SECONDS
        while (length := self._length()) < self._end:
            if monotonic() > last:
                raise QueueError(
                    f"RabbitMQ has {length} of {self._end} messages after {ACCEPT_TIMEOUT_SECONDS:g} s"
                )
            sleep(LENGTH_POLL_SECONDS)
        self._log.acknowledged(self._first, self._end, monotonic_ns())

    def _length(self) -> int:
        with rabbitmq_errors(self._job.address):
            return int(self._channel.queue_declare(self._job.topic, passive=True).message_count)


class ConfirmedSender(RabbitSender):
    """Sends with confirms: the server confirms one or several messages while others are under way."""

    def __init__(self, job: EnqueueJob, log: SentLog) -> None:
        super().__init__(job, log)
        self._sent = 0

    def connect(self) -> None:
        super().connect()
        with rabbitmq_errors(self._job.address):
            self._channel.confirm_select()
        confirms = Confirms(self._log)
        self._channel.events["basic_ack"].add(confirms.acknowledged)
        self._channel.events["basic_nack"].add(confirms.rejected)

    def send(self, first: int, values: list[bytes]) -> None:
        """Publish a batch, and take confirms; wait for some if too many messages are unconfirmed."""
        with rabbitmq_errors(self._job.address):
            self._publish(values)
            self._sent = first + len(values)
            self._take_confirms(UNCONFIRMED_BATCHES * self._job.batch_messages)

    def settle(self) -> None:
        with rabbitmq_errors(self._job.address):
            self._take_confirms(0)

    def _take_confirms(self, most_unconfirmed: int) -> None:
        while self._sent - self._log.reported > most_unconfirmed:
            self._connection.drain_events(timeout=ACCEPT_TIMEOUT_SECONDS)
        with suppress(TimeoutError):
            while self._sent > self._log.reported:
                self._connection.drain_events(timeout=0)


SENDERS: dict[System, Callable[[EnqueueJob, SentLog], Sender]] = {
    System.RABBITMQ: UnconfirmedSender,
    System.RABBITMQ_CONFIRMED: ConfirmedSender,
}


def producer(job: EnqueueJob, signals: ProgramSignals) -> QueueProducer:
    """Create the program."""
    log = SentLog.new(job.messages)
    return QueueProducer(job, signals, SENDERS[job.system](job, log), log)


if __name__ == "__main__":
    run_program(producer, EnqueueJob)
