"""Send to a queue of Redis or RabbitMQ: ``python -m include.producers.scenarios.queue <job file>``."""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Mapping
from contextlib import suppress
from math import inf
from time import monotonic, monotonic_ns, sleep

import amqp
import numpy as np

from include.load_runtime.cpu_usage import CpuUsage
from include.load_runtime.main import run_program
from include.load_runtime.message import header_bytes
from include.load_runtime.progress import SENDING_INTERVAL_NS, Progress
from include.load_runtime.scenarios.queue import EnqueueJob, QueueError, System
from include.load_runtime.scenarios.queue.clients import (
    MESSAGE_FIELD,
    RabbitConnection,
    connect_to_rabbitmq,
    rabbitmq_errors,
    redis_client,
    redis_errors,
)
from include.load_runtime.signals import ProgramSignals
from include.producers.producer_files import ProducerFiles
from include.producers.sent_log import SentLog
from include.producers.transactions import transactions_table
from include.rawlog.table_writer import write_table

PARTS = 10
"""The number of equal parts of the messages, or of the time of sending, as in the published experiment.

All messages of a part are in the queue before the next part begins.
"""

PERSISTENT = 2
"""The delivery mode of messages that a durable queue stores on disk."""

UNCONFIRMED_BATCHES = 10
"""The number of batches that may wait for their confirms."""

LENGTH_POLL_SECONDS = 0.001
"""The time between two requests for the length of the queue."""

ACCEPT_TIMEOUT_SECONDS = 120.0
"""The maximum time in which the server must accept the messages that were sent."""


class QueueProducer(ABC):
    """Sends the messages of one cell, batch after batch, as fast as the server accepts them.

    What a subclass does with the server may raise a QueueError.
    """

    def __init__(self, job: EnqueueJob, signals: ProgramSignals) -> None:
        self.log = SentLog.new(job.messages)
        self._job = job
        self._signals = signals
        self._filler = job.fillers().of
        self._sent = 0
        self._usage = CpuUsage()
        self._progress = Progress(SENDING_INTERVAL_NS)

    @abstractmethod
    def get_ready(self) -> None:
        """Connect to the server."""

    @abstractmethod
    def send(self, first: int, values: list[bytes]) -> None:
        """Hand over messages, whose ids count from ``first``; record acknowledgements that have arrived."""

    @abstractmethod
    def settle(self) -> None:
        """Wait until each message that was handed over is known to be in the queue, or to be rejected."""

    @abstractmethod
    def leave(self) -> None:
        """Disconnect."""

    def run(self) -> None:
        """Wait for the signal to begin, then send all messages, part after part."""
        self._signals.wait_for_begin()
        began, untimed_seconds = monotonic(), self._job.untimed_seconds
        for part in range(1, PARTS + 1):
            messages, seconds = self._end_of(part)
            while self._sent < messages and (elapsed := monotonic() - began) < seconds:
                if self._signals.stopping:
                    return
                if elapsed >= untimed_seconds:
                    self._usage.look()
                self._send(range(self._sent, min(self._sent + self._job.batch_messages, messages)))
            self.settle()
        self._usage.look()

    def write(self) -> None:
        files = ProducerFiles(self._job.folder, self._job.name)
        write_table(files.sent, self.log.table(np.flatnonzero(self.log.attempted())))
        write_table(files.transactions, transactions_table([]))

    def counts(self) -> dict[str, int]:
        """How many messages were sent, their number by outcome, and the CPU time after the lead-in."""
        return {"sent": self._sent, **self.log.outcomes(), **self._usage.counts("sending")}

    def _end_of(self, part: int) -> tuple[int, float]:
        """The number of messages, and the seconds since the beginning, at which a part ends."""
        job = self._job
        if job.sending_seconds is None:
            return job.messages * part // PARTS, inf
        return job.messages, job.sending_seconds * part / PARTS

    def _send(self, messages: range) -> None:
        job, created = self._job, self.log.created_ns
        values = []
        for message in messages:
            created[message] = now = monotonic_ns()
            values.append(header_bytes(message, job.cell, now) + self._filler(message))
        self.log.handed_over(array("q", messages), monotonic_ns())
        self.send(messages.start, values)
        self._sent += len(values)
        self._progress.report(self._sent, lambda: {"sent": self._sent, "reported": self.log.reported})


class RedisProducer(QueueProducer):
    """Sends one command per message. The commands of a batch go in one pipeline and are answered together."""

    def __init__(self, job: EnqueueJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._client = redis_client(job.address)
        self._pipeline = self._client.pipeline(transaction=False)
        self._enqueue = self._add if job.system is System.REDIS_STREAM else self._push

    def get_ready(self) -> None:
        with redis_errors(self._job.address):
            self._client.ping()

    def send(self, first: int, values: list[bytes]) -> None:
        """Send a batch as one pipeline, and wait for the answers."""
        with redis_errors(self._job.address):
            for value in values:
                self._enqueue(value)
            self._pipeline.execute()
        self.log.acknowledged(first, first + len(values), monotonic_ns())

    def settle(self) -> None:
        """Do nothing: every pipeline was answered."""

    def leave(self) -> None:
        self._client.close()

    def _push(self, value: bytes) -> None:
        self._pipeline.rpush(self._job.topic, value)

    def _add(self, value: bytes) -> None:
        self._pipeline.xadd(self._job.topic, {MESSAGE_FIELD: value})


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
    """Sends without confirms: a message counts as acknowledged when the connection has accepted it.

    Connections have buffers, so this alone would measure how fast a program can write. Therefore the last
    batch of each part counts only when the queue is as long as the number of messages sent.
    """

    def __init__(self, job: EnqueueJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._first, self._end, self._accepted_ns = 0, 0, 0

    def send(self, first: int, values: list[bytes]) -> None:
        """Publish a batch, and record the batch before as acknowledged."""
        self.log.acknowledged(self._first, self._end, self._accepted_ns)
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
        self.log.acknowledged(self._first, self._end, monotonic_ns())

    def _length(self) -> int:
        with rabbitmq_errors(self._job.address):
            return int(self._channel.queue_declare(self._job.topic, passive=True).message_count)


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


class ConfirmedProducer(RabbitProducer):
    """Sends with confirms: the server confirms one or several messages while others are under way."""

    def get_ready(self) -> None:
        super().get_ready()
        with rabbitmq_errors(self._job.address):
            self._channel.confirm_select()
        confirms = Confirms(self.log)
        self._channel.events["basic_ack"].add(confirms.acknowledged)
        self._channel.events["basic_nack"].add(confirms.rejected)

    def send(self, first: int, values: list[bytes]) -> None:
        """Publish a batch, and take confirms; wait for some if too many messages are unconfirmed."""
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


PRODUCERS: Mapping[System, type[QueueProducer]] = {
    System.REDIS_LIST: RedisProducer,
    System.REDIS_STREAM: RedisProducer,
    System.RABBITMQ: UnconfirmedProducer,
    System.RABBITMQ_CONFIRMED: ConfirmedProducer,
}


def producer(job: EnqueueJob, signals: ProgramSignals) -> QueueProducer:
    """The program for the system of a job."""
    return PRODUCERS[job.system](job, signals)


if __name__ == "__main__":
    run_program(producer, EnqueueJob)
