"""Consume from a queue of RabbitMQ."""

from collections.abc import Mapping
from contextlib import suppress
from time import monotonic_ns

import amqp

from include.load.signals import ProgramSignals
from include.scenarios.queue.programs.consumer import POLL_SECONDS, QueueConsumer, ReceivedBatch
from include.scenarios.queue.programs.jobs import DequeueJob
from include.scenarios.queue.servers.rabbitmq_server.client import (
    RabbitConnection,
    connect_to_rabbitmq,
    rabbitmq_errors,
    set_receive_timeout,
)

PREFETCH_BATCHES = 10
"""The maximum number of unacknowledged batches that RabbitMQ sends (prefetch count)."""


class RabbitConsumer(QueueConsumer):
    """Receives messages that the server pushes, and acknowledges each batch as a whole."""

    def __init__(self, job: DequeueJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._connection: RabbitConnection
        self._channel: amqp.Channel
        self._is_consuming = False
        self._batch = ReceivedBatch()
        self._delivery_tag = 0

    def connect(self) -> None:
        with rabbitmq_errors(self._job.address):
            self._connection = connect_to_rabbitmq(self._job.address)
            self._channel = self._connection.channel()
            self._channel.basic_qos(0, PREFETCH_BATCHES * self._job.batch_messages, False)

    def receive(self) -> ReceivedBatch:
        with rabbitmq_errors(self._job.address):
            self._acknowledge()
            self._consume()
            with suppress(TimeoutError):
                while len(self._batch.values) < self._job.batch_messages:
                    self._connection.drain_events()
        return self._batch

    def leave(self) -> None:
        with suppress(amqp.AMQPError, OSError):
            self._acknowledge()
            self._connection.close()

    def _consume(self) -> None:
        """Subscribe to the queue, if this consumer has not subscribed yet."""
        if not self._is_consuming:
            self._channel.basic_consume(self._job.topic, callback=self._take)
            set_receive_timeout(self._connection, POLL_SECONDS)
            self._is_consuming = True

    def _take(self, message: amqp.Message) -> None:
        self._batch.values.append(message.body)
        self._batch.received_ns.append(monotonic_ns())
        self._delivery_tag = message.delivery_info["delivery_tag"]

    def _acknowledge(self) -> None:
        if self._batch.values:
            self._channel.basic_ack(self._delivery_tag, multiple=True)
            self._batch = ReceivedBatch()


CONSUMERS: Mapping[str, type[QueueConsumer]] = {
    "rabbitmq": RabbitConsumer,
    "rabbitmq-confirmed": RabbitConsumer,
}
