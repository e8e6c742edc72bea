"""The consumer of a queue, for every system other than Kafka."""

from dataclasses import dataclass, field
from typing import Protocol

from include.consumers.content_check import ContentCheck
from include.consumers.progress import ProgressReporter
from include.consumers.received_log import ReceivedLog, write_received
from include.load_runtime.cpu_usage import CpuUsage
from include.load_runtime.events import EventKind, emit
from include.load_runtime.scenarios.queue.jobs import DequeueJob
from include.load_runtime.signals import ProgramSignals

POLL_SECONDS = 0.02
"""The time to wait before an empty queue is read again."""


@dataclass
class ReceivedBatch:
    """The values of messages, and when each was received, in ns."""

    values: list[bytes] = field(default_factory=list)
    received_ns: list[int] = field(default_factory=list)


class Receiver(Protocol):
    """A connection to the server. Each of its methods may raise a QueueError."""

    def connect(self) -> None:
        """Connect, without receiving anything yet."""

    def receive(self) -> ReceivedBatch:
        """A batch, or as much of one as the queue contains; an empty batch if the queue is empty.

        The call acknowledges the batch before, which the server need not keep any longer.
        """

    def close(self) -> None:
        """Acknowledge the last batch, and disconnect."""


class QueueConsumer:
    """Receives batch after batch until the program is told to stop."""

    def __init__(self, job: DequeueJob, signals: ProgramSignals, receiver: Receiver) -> None:
        self._job = job
        self._signals = signals
        self._receiver = receiver
        self._log = ReceivedLog(job.messages, ContentCheck.of(job))
        self._progress = ProgressReporter(job.messages)
        self._usage = CpuUsage()

    def get_ready(self) -> None:
        """Connect. A queue counts as one partition, which the first of its consumers owns."""
        self._receiver.connect()
        emit(EventKind.ASSIGNED, partitions=[0] if self._job.index == 0 else [])

    def run(self) -> None:
        while not self._signals.stopping:
            batch = self._receiver.receive()
            self._log.take_from_queue(batch.values, batch.received_ns)
            self._progress.report(self._log.different, {}, self.counts)
            if batch.values:
                self._usage.look()
            else:
                self._signals.wait(POLL_SECONDS)

    def write(self) -> None:
        write_received(self._job, self._log)

    def counts(self) -> dict[str, int]:
        """The counts of deliveries, and the CPU time from the first receipt to the last."""
        return {**self._log.counts(), **self._usage.counts("receiving")}

    def leave(self) -> None:
        self._receiver.close()
