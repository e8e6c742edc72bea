"""Receive from a queue: ``python -m include.scenarios.queue.programs.consumer <job file>``."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from include.consumers.received_journal import ReceivedJournal
from include.load.cpu_usage import CpuUsage
from include.load.events import EventKind, emit
from include.load.load_program import run_program
from include.load.progress import RECEIVING_INTERVAL_NS, Progress
from include.load.signals import ProgramSignals
from include.scenarios.queue.programs.jobs import DequeueJob

POLL_SECONDS = 0.02
"""The time to wait before an empty queue is read again."""


@dataclass
class ReceivedBatch:
    """The values of received messages, and the time in ns at which each of them was received."""

    values: list[bytes] = field(default_factory=list)
    received_ns: list[int] = field(default_factory=list)


class QueueConsumer(ABC):
    """Receives batch after batch until the program is told to stop.

    The methods of a subclass may raise a QueueError.
    """

    def __init__(self, job: DequeueJob, signals: ProgramSignals) -> None:
        self._job = job
        self._signals = signals
        self._journal = ReceivedJournal(job)
        self._progress = Progress(RECEIVING_INTERVAL_NS, [job.messages])
        self._usage = CpuUsage()

    @abstractmethod
    def connect(self) -> None:
        """Connect, without receiving messages."""

    @abstractmethod
    def receive(self) -> ReceivedBatch:
        """Receive a batch, which is smaller or empty if the queue has too few messages.

        First acknowledge the previous batch, so that the server can discard it.
        """

    @abstractmethod
    def leave(self) -> None:
        """Acknowledge the last batch, and disconnect."""

    def get_ready(self) -> None:
        """Connect. A queue counts as one partition, which the first consumer owns."""
        self.connect()
        emit(EventKind.ASSIGNED, partitions=[0] if self._job.index == 0 else [])

    def run(self) -> None:
        while not self._signals.stopping:
            batch = self.receive()
            self._journal.write_from_queue(batch.values, batch.received_ns)
            self._progress.report(self._journal.different, self.counts)
            if batch.values:
                self._usage.look()
            else:
                self._signals.wait(POLL_SECONDS)

    def counts(self) -> dict[str, int]:
        """The counts of deliveries, and the CPU time from the first receipt to the last."""
        return {**self._journal.counts(), **self._usage.counts("receiving")}


def consumer(job: DequeueJob, signals: ProgramSignals) -> QueueConsumer:
    """The consumer for the messaging system of a job."""
    return job.server.consumers()[job.system](job, signals)


if __name__ == "__main__":
    run_program(consumer, DequeueJob)
