"""Empty a queue of Redis: ``python -m include.consumers.scenarios.queue.redis <job file>``."""

from collections.abc import Callable
from time import monotonic_ns
from typing import Any

from include.consumers.scenarios.queue.consumer import Batch, QueueConsumer, Receiver
from include.load_runtime.main import run_program
from include.load_runtime.scenarios.queue.jobs import DequeueJob, QueueError, explained
from include.load_runtime.scenarios.queue.redis_client import FIELD, GROUP, connect, told
from include.load_runtime.scenarios.queue.systems import System
from include.load_runtime.signals import Lifetime


class RedisReceiver:
    """A pipeline for each batch."""

    def __init__(self, job: DequeueJob) -> None:
        self._job = job
        self._client = connect(job.address)
        self._pipeline = self._client.pipeline(transaction=False)

    def connect(self) -> None:
        """Have a connection."""
        with told(self._job.address):
            self._client.ping()

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def _execute(self) -> list[Any]:
        """The answers to the commands of the pipeline."""
        with told(self._job.address):
            return self._pipeline.execute()


class ListReceiver(RedisReceiver):
    """A pop for each message: what is popped is gone, whatever becomes of who popped it."""

    def receive(self) -> Batch:
        """Pop a batch."""
        for _ in range(self._job.batch_messages):
            self._pipeline.lpop(self._job.topic)
        values = [value for value in self._execute() if value is not None]
        return Batch(values, [monotonic_ns()] * len(values))


class StreamReceiver(RedisReceiver):
    """A read for each batch, which goes with the acknowledgement of the one before."""

    def __init__(self, job: DequeueJob) -> None:
        super().__init__(job)
        self._taken: list[bytes] = []

    def receive(self) -> Batch:
        """Acknowledge, and read."""
        job = self._job
        self._acknowledge()
        self._pipeline.xreadgroup(GROUP, job.name, {job.topic: ">"}, count=job.batch_messages)
        streams = self._execute()[-1]
        entries = streams[0][1] if streams else []
        self._taken = [entry for entry, _ in entries]
        return Batch([fields[FIELD] for _, fields in entries], [monotonic_ns()] * len(entries))

    def close(self) -> None:
        """Acknowledge what is left, and close the connection."""
        self._acknowledge()
        self._execute()
        super().close()

    def _acknowledge(self) -> None:
        if self._taken:
            self._pipeline.xack(self._job.topic, GROUP, *self._taken)
            self._taken = []


RECEIVERS: dict[System, Callable[[DequeueJob], Receiver]] = {
    System.REDIS_LIST: ListReceiver,
    System.REDIS_STREAM: StreamReceiver,
}


def consumer(job: DequeueJob, lifetime: Lifetime) -> QueueConsumer:
    """The program."""
    return QueueConsumer(job, lifetime, RECEIVERS[job.system](job))


if __name__ == "__main__":
    run_program(consumer, DequeueJob, QueueError, explained)
