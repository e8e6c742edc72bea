"""Receive from a queue of Redis or RabbitMQ: ``python -m include.consumers.scenarios.queue <job file>``."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic_ns
from typing import Any

import amqp

from include.consumers.content_check import ContentCheck
from include.consumers.received_log import ReceivedLog, write_received
from include.load_runtime.cpu_usage import CpuUsage
from include.load_runtime.events import EventKind, emit
from include.load_runtime.main import run_program
from include.load_runtime.progress import RECEIVING_INTERVAL_NS, Progress
from include.load_runtime.scenarios.queue import DequeueJob, System
from include.load_runtime.scenarios.queue.clients import (
    CONSUMER_GROUP,
    MESSAGE_FIELD,
    RabbitConnection,
    connect_to_rabbitmq,
    rabbitmq_errors,
    redis_client,
    redis_errors,
    set_receive_timeout,
)
from include.load_runtime.signals import ProgramSignals

POLL_SECONDS = 0.02
"""The time to wait before an empty queue is read again."""

PREFETCH_BATCHES = 10
"""The number of batches that RabbitMQ may send before the first of them is acknowledged."""


@dataclass
class ReceivedBatch:
    """The values of messages, and when each was received, in ns."""

    values: list[bytes] = field(default_factory=list)
    received_ns: list[int] = field(default_factory=list)


class QueueConsumer(ABC):
    """Receives batch after batch until the program is told to stop.

    What a subclass does with the server may raise a QueueError.
    """

    def __init__(self, job: DequeueJob, signals: ProgramSignals) -> None:
        self._job = job
        self._signals = signals
        self._log = ReceivedLog(job.messages, ContentCheck.of(job))
        self._progress = Progress(RECEIVING_INTERVAL_NS, [job.messages])
        self._usage = CpuUsage()

    @abstractmethod
    def connect(self) -> None:
        """Connect, without receiving anything yet."""

    @abstractmethod
    def receive(self) -> ReceivedBatch:
        """A batch, or as much of one as the queue contains; an empty batch if the queue is empty.

        The call acknowledges the batch before, which the server need not keep any longer.
        """

    @abstractmethod
    def leave(self) -> None:
        """Acknowledge the last batch, and disconnect."""

    def get_ready(self) -> None:
        """Connect. A queue counts as one partition, which the first of its consumers owns."""
        self.connect()
        emit(EventKind.ASSIGNED, partitions=[0] if self._job.index == 0 else [])

    def run(self) -> None:
        while not self._signals.stopping:
            batch = self.receive()
            self._log.take_from_queue(batch.values, batch.received_ns)
            self._progress.report(self._log.different, self.counts)
            if batch.values:
                self._usage.look()
            else:
                self._signals.wait(POLL_SECONDS)

    def write(self) -> None:
        write_received(self._job, self._log)

    def counts(self) -> dict[str, int]:
        """The counts of deliveries, and the CPU time from the first receipt to the last."""
        return {**self._log.counts(), **self._usage.counts("receiving")}


class RedisConsumer(QueueConsumer):
    """Receives over a connection on which the commands of each batch go in one pipeline."""

    def __init__(self, job: DequeueJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._client = redis_client(job.address)
        self._pipeline = self._client.pipeline(transaction=False)

    def connect(self) -> None:
        with redis_errors(self._job.address):
            self._client.ping()

    def leave(self) -> None:
        self._client.close()

    def _execute(self) -> list[Any]:
        """The answers to the commands of the pipeline."""
        with redis_errors(self._job.address):
            return self._pipeline.execute()


class ListConsumer(RedisConsumer):
    """Pops each message. A popped message is lost if this process does not survive."""

    def receive(self) -> ReceivedBatch:
        for _ in range(self._job.batch_messages):
            self._pipeline.lpop(self._job.topic)
        values = [value for value in self._execute() if value is not None]
        return ReceivedBatch(values, [monotonic_ns()] * len(values))


class StreamConsumer(RedisConsumer):
    """Reads each batch with one command, in the same pipeline as the acknowledgement of the batch before."""

    def __init__(self, job: DequeueJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._unacknowledged: list[bytes] = []

    def receive(self) -> ReceivedBatch:
        job = self._job
        self._acknowledge()
        self._pipeline.xreadgroup(CONSUMER_GROUP, job.name, {job.topic: ">"}, count=job.batch_messages)
        streams = self._execute()[-1]
        entries = streams[0][1] if streams else []
        self._unacknowledged = [entry for entry, _ in entries]
        return ReceivedBatch(
            [fields[MESSAGE_FIELD] for _, fields in entries], [monotonic_ns()] * len(entries)
        )

    def leave(self) -> None:
        self._acknowledge()
        self._execute()
        super().leave()

    def _acknowledge(self) -> None:
        if self._unacknowledged:
            self._pipeline.xack(self._job.topic, CONSUMER_GROUP, *self._unacknowledged)
            self._unacknowledged = []


class RabbitConsumer(QueueConsumer):
    """Receives messages that the server sends ahead, and acknowledges each batch as a whole."""

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
        """Ask the server, once, to send messages."""
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


CONSUMERS: Mapping[System, type[QueueConsumer]] = {
    System.REDIS_LIST: ListConsumer,
    System.REDIS_STREAM: StreamConsumer,
    System.RABBITMQ: RabbitConsumer,
    System.RABBITMQ_CONFIRMED: RabbitConsumer,
}


def consumer(job: DequeueJob, signals: ProgramSignals) -> QueueConsumer:
    """The program for the system of a job."""
    return CONSUMERS[job.system](job, signals)


if __name__ == "__main__":
    run_program(consumer, DequeueJob)
