"""Fill a queue of RabbitMQ: ``python -m include.producers.scenarios.queue.rabbitmq <job file>``."""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic, monotonic_ns, sleep

import amqp

from include.load_runtime.main import run_program
from include.load_runtime.scenarios.queue.jobs import EnqueueJob, QueueError, explained
from include.load_runtime.scenarios.queue.rabbitmq_client import Connection, connect, told
from include.load_runtime.scenarios.queue.systems import System
from include.load_runtime.signals import Lifetime
from include.producers.scenarios.queue.confirms import Confirms
from include.producers.scenarios.queue.producer import QueueProducer, Sender
from include.producers.sent_log import SentLog

PERSISTENT = 2
"""The delivery mode of messages that a durable queue keeps on the disk."""

WINDOW = 10
"""How many batches may wait for their confirms."""

PAUSE = 0.001
"""Seconds between two looks at how long a queue is."""

TAKEN = 120.0
"""Seconds within which the server must have taken what the connection has."""


class RabbitSender:
    """What both have in common: messages are published one by one, without waiting."""

    def __init__(self, job: EnqueueJob, log: SentLog) -> None:
        self._job = job
        self._log = log
        self._connection: Connection
        self._channel: amqp.Channel

    def connect(self) -> None:
        """Connect, and open a channel."""
        with told(self._job.address):
            self._connection = connect(self._job.address)
            self._channel = self._connection.channel()

    def close(self) -> None:
        """Close the connection."""
        with suppress(amqp.AMQPError, OSError):
            self._connection.close()

    def _publish(self, values: list[bytes]) -> None:
        publish, queue = self._channel.basic_publish, self._job.topic
        for value in values:
            publish(amqp.Message(value, delivery_mode=PERSISTENT), routing_key=queue)


class UnconfirmedSender(RabbitSender):
    """Nobody acknowledges: a message counts as there once the connection has taken it.

    Connections have buffers, so that this alone would measure how fast a program can write. Therefore the
    batch before a pause counts only once the queue is seen to be as long as what was sent.
    """

    def __init__(self, job: EnqueueJob, log: SentLog) -> None:
        super().__init__(job, log)
        self._first, self._end, self._taken_ns = 0, 0, 0

    def send(self, first: int, values: list[bytes]) -> None:
        """Publish; the batch before counts as there."""
        self._log.acknowledged(self._first, self._end, self._taken_ns)
        with told(self._job.address):
            self._publish(values)
        self._first, self._end, self._taken_ns = first, first + len(values), monotonic_ns()

    def settle(self) -> None:
        """Ask how long the queue is until it is as long as what was sent: nobody takes from it yet.

        Raises:
            QueueError: it doesn't get so long.
        """
        last = monotonic() + TAKEN
        while (length := self._length()) < self._end:
            if monotonic() > last:
                raise QueueError(f"RabbitMQ has {length} of {self._end} messages after {TAKEN:g} s")
            sleep(PAUSE)
        self._log.acknowledged(self._first, self._end, monotonic_ns())

    def _length(self) -> int:
        with told(self._job.address):
            return int(self._channel.queue_declare(self._job.topic, passive=True).message_count)


class ConfirmedSender(RabbitSender):
    """The server confirms each message, or several at once, while more are on their way."""

    def __init__(self, job: EnqueueJob, log: SentLog) -> None:
        super().__init__(job, log)
        self._sent = 0

    def connect(self) -> None:
        """Have the channel confirm, too."""
        super().connect()
        with told(self._job.address):
            self._channel.confirm_select()
        confirms = Confirms(self._log)
        self._channel.events["basic_ack"].add(confirms.acknowledged)
        self._channel.events["basic_nack"].add(confirms.rejected)

    def send(self, first: int, values: list[bytes]) -> None:
        """Publish, and listen to confirms; wait for some where too many are missing."""
        with told(self._job.address):
            self._publish(values)
            self._sent = first + len(values)
            self._listen(WINDOW * self._job.batch_messages)

    def settle(self) -> None:
        """Wait for all confirms."""
        with told(self._job.address):
            self._listen(0)

    def _listen(self, most_missing: int) -> None:
        while self._sent - self._log.reported > most_missing:
            self._connection.drain_events(timeout=TAKEN)
        with suppress(TimeoutError):
            while self._sent > self._log.reported:
                self._connection.drain_events(timeout=0)


SENDERS: dict[System, Callable[[EnqueueJob, SentLog], Sender]] = {
    System.RABBITMQ: UnconfirmedSender,
    System.RABBITMQ_CONFIRMED: ConfirmedSender,
}


def producer(job: EnqueueJob, lifetime: Lifetime) -> QueueProducer:
    """The program."""
    log = SentLog.of(job.messages)
    return QueueProducer(job, lifetime, SENDERS[job.system](job, log), log)


if __name__ == "__main__":
    run_program(producer, EnqueueJob, QueueError, explained)
