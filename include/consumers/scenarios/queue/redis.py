"""Receive from a queue of Redis: ``python -m include.consumers.scenarios.queue.redis <job file>``."""

from collections.abc import Callable
from time import monotonic_ns
from typing import Any

from include.consumers.scenarios.queue.consumer import QueueConsumer, ReceivedBatch, Receiver
from include.load_runtime.main import run_program
from include.load_runtime.scenarios.queue.jobs import DequeueJob
from include.load_runtime.scenarios.queue.redis_client import (
    CONSUMER_GROUP,
    MESSAGE_FIELD,
    connect,
    redis_errors,
)
from include.load_runtime.scenarios.queue.systems import System
from include.load_runtime.signals import ProgramSignals


class RedisReceiver:
    """A connection over which the commands of each batch go in one pipeline."""

    def __init__(self, job: DequeueJob) -> None:
        self._job = job
        self._client = connect(job.address)
        self._pipeline = self._client.pipeline(transaction=False)

    def connect(self) -> None:
        with redis_errors(self._job.address):
            self._client.ping()

    def close(self) -> None:
        self._client.close()

    def _execute(self) -> list[Any]:
        """The answers to the commands of the pipeline."""
        with redis_errors(self._job.address):
            return self._pipeline.execute()


class ListReceiver(RedisReceiver):
    """Pops each message. A popped message is lost if this process does not survive."""

    def receive(self) -> ReceivedBatch:
        for _ in range(self._job.batch_messages):
            self._pipeline.lpop(self._job.topic)
        values = [value for value in self._execute() if value is not None]
        return ReceivedBatch(values, [monotonic_ns()] * len(values))


class StreamReceiver(RedisReceiver):
    """Reads each batch with one command, in the same pipeline as the acknowledgement of the batch before."""

    def __init__(self, job: DequeueJob) -> None:
        super().__init__(job)
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

    def close(self) -> None:
        self._acknowledge()
        self._execute()
        super().close()

    def _acknowledge(self) -> None:
        if self._unacknowledged:
            self._pipeline.xack(self._job.topic, CONSUMER_GROUP, *self._unacknowledged)
            self._unacknowledged = []


RECEIVERS: dict[System, Callable[[DequeueJob], Receiver]] = {
    System.REDIS_LIST: ListReceiver,
    System.REDIS_STREAM: StreamReceiver,
}


def consumer(job: DequeueJob, signals: ProgramSignals) -> QueueConsumer:
    """Create the program."""
    return QueueConsumer(job, signals, RECEIVERS[job.system](job))


if __name__ == "__main__":
    run_program(consumer, DequeueJob)
