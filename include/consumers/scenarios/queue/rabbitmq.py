"""Empty a queue of RabbitMQ: ``python -m include.consumers.scenarios.queue.rabbitmq <job file>``."""

from contextlib import suppress
from time import monotonic_ns

import amqp

from include.consumers.scenarios.queue.consumer import PATIENCE, Batch, QueueConsumer
from include.load_runtime.main import run_program
from include.load_runtime.scenarios.queue.jobs import DequeueJob, QueueError, explained
from include.load_runtime.scenarios.queue.rabbitmq_client import Connection, connect, told, wait_at_most
from include.load_runtime.signals import Lifetime

AHEAD = 10
"""How many batches the server may send that aren't acknowledged."""


class RabbitReceiver:
    """The server sends ahead; whoever has taken a batch acknowledges all of it at once."""

    def __init__(self, job: DequeueJob) -> None:
        self._job = job
        self._connection: Connection
        self._channel: amqp.Channel
        self._is_consuming = False
        self._taken = Batch()
        self._tag = 0

    def connect(self) -> None:
        """Connect, and open a channel."""
        with told(self._job.address):
            self._connection = connect(self._job.address)
            self._channel = self._connection.channel()
            self._channel.basic_qos(0, AHEAD * self._job.batch_messages, False)

    def receive(self) -> Batch:
        """Acknowledge what was taken before, and take a batch as it comes."""
        with told(self._job.address):
            self._acknowledge()
            self._consume()
            with suppress(TimeoutError):
                while len(self._taken.values) < self._job.batch_messages:
                    self._connection.drain_events()
        return self._taken

    def close(self) -> None:
        """Acknowledge what is left, and close the connection."""
        with suppress(amqp.AMQPError, OSError):
            self._acknowledge()
            self._connection.close()

    def _consume(self) -> None:
        """Have the server send, which it does from here on."""
        if not self._is_consuming:
            self._channel.basic_consume(self._job.topic, callback=self._take)
            wait_at_most(self._connection, PATIENCE)
            self._is_consuming = True

    def _take(self, message: amqp.Message) -> None:
        self._taken.values.append(message.body)
        self._taken.received_ns.append(monotonic_ns())
        self._tag = message.delivery_info["delivery_tag"]

    def _acknowledge(self) -> None:
        if self._taken.values:
            self._channel.basic_ack(self._tag, multiple=True)
            self._taken = Batch()


def consumer(job: DequeueJob, lifetime: Lifetime) -> QueueConsumer:
    """The program."""
    return QueueConsumer(job, lifetime, RabbitReceiver(job))


if __name__ == "__main__":
    run_program(consumer, DequeueJob, QueueError, explained)
