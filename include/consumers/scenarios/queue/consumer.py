"""Empty a queue: what is the same for every system but Kafka."""

from dataclasses import dataclass, field
from typing import Protocol

from include.consumers.progress import Progress
from include.consumers.received_log import ReceivedLog
from include.load_runtime.events import Kind, emit
from include.load_runtime.scenarios.queue.jobs import DequeueJob
from include.load_runtime.signals import Lifetime
from include.rawlog.writer import write_table

PATIENCE = 0.02
"""Seconds until an empty queue is looked at again."""


@dataclass
class Batch:
    """Messages, and when each was received, in ns."""

    values: list[bytes] = field(default_factory=list)
    received_ns: list[int] = field(default_factory=list)


class Receiver(Protocol):
    """A connection to the server; each of its methods may raise a QueueError."""

    def connect(self) -> None:
        """Be ready to receive, and receive nothing yet."""

    def receive(self) -> Batch:
        """Take a batch, or what there is of one; nothing where nothing is there.

        What was taken before needs not be kept by the server any more.
        """
        ...

    def close(self) -> None:
        """Say farewell; what was taken last needs not be kept either."""


class QueueConsumer:
    """Takes batch after batch until told to stop."""

    def __init__(self, job: DequeueJob, lifetime: Lifetime, receiver: Receiver) -> None:
        self._job = job
        self._lifetime = lifetime
        self._receiver = receiver
        self._log = ReceivedLog(job.cell, job.messages)
        self._progress = Progress(job.messages)

    def get_ready(self) -> None:
        """Connect. A queue is one partition, whose owner is the first of those who share it."""
        self._receiver.connect()
        emit(Kind.ASSIGNED, partitions=[0] if self._job.index == 0 else [])

    def run(self) -> None:
        """Receive until told to stop.

        Raises:
            QueueError: the server is gone, or refused something.
        """
        while not self._lifetime.stopping:
            batch = self._receiver.receive()
            self._log.take_from_queue(batch.values, batch.received_ns)
            self._progress.report(self._log.different, {}, self.counts)
            if not batch.values:
                self._lifetime.pause(PATIENCE)

    def write(self) -> None:
        """Write the consumer's part of the raw log."""
        write_table(self._job.folder / f"received-{self._job.name}.parquet", self._log.table(self._job.index))

    def counts(self) -> dict[str, int]:
        """What to say in events: deliveries, different messages, messages of others."""
        log = self._log
        return {"received": log.received, "different": log.different, "foreign": log.foreign}

    def leave(self) -> None:
        """Say farewell to the server."""
        self._receiver.close()
