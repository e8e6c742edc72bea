"""Receive from a list or a stream of Redis."""

from collections.abc import Mapping
from time import monotonic_ns
from typing import Any

from include.load.signals import ProgramSignals
from include.scenarios.queue.programs.consumer import QueueConsumer, ReceivedBatch
from include.scenarios.queue.programs.jobs import DequeueJob
from include.scenarios.queue.servers.redis_server.client import (
    CONSUMER_GROUP,
    MESSAGE_FIELD,
    redis_client,
    redis_errors,
)


class RedisConsumer(QueueConsumer):
    """Receives over one connection, and sends the commands of each batch in one pipeline."""

    def __init__(self, job: DequeueJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._client = redis_client(job.address)
        self._pipeline = self._client.pipeline(transaction=False)

    def connect(self) -> None:
        with redis_errors(self._job.server.name, self._job.address):
            self._client.ping()

    def leave(self) -> None:
        self._client.close()

    def _execute(self) -> list[Any]:
        """Send the commands of the pipeline, and return the answers."""
        with redis_errors(self._job.server.name, self._job.address):
            return self._pipeline.execute()


class ListConsumer(RedisConsumer):
    """Pops each message. A popped message is lost if this process is killed."""

    def receive(self) -> ReceivedBatch:
        for _ in range(self._job.batch_messages):
            self._pipeline.lpop(self._job.topic)
        values = [value for value in self._execute() if value is not None]
        return ReceivedBatch(values, [monotonic_ns()] * len(values))


class StreamConsumer(RedisConsumer):
    """Reads a batch and acknowledges the previous batch in one pipeline."""

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


CONSUMERS: Mapping[str, type[QueueConsumer]] = {
    "redis-list": ListConsumer,
    "redis-stream": StreamConsumer,
}
