"""Send to a queue: ``python -m include.scenarios.queue.programs.producer <job file>``."""

from abc import ABC, abstractmethod
from array import array
from math import inf
from time import monotonic, monotonic_ns

from include.load.cpu_usage import CpuUsage
from include.load.load_program import run_program
from include.load.message import header_bytes
from include.load.progress import SENDING_INTERVAL_NS, Progress
from include.load.signals import ProgramSignals
from include.producers.producer_files import ProducerFiles
from include.producers.sent_log import SentLog
from include.scenarios.queue.programs.jobs import EnqueueJob

PARTS = 10
"""The number of equal parts into which the messages, or the time of sending, are divided.

As in the published experiment, all messages of a part are in the queue before the next part begins.
"""


class QueueProducer(ABC):
    """Sends the messages of one cell, batch after batch, as fast as the server accepts them.

    The methods of a subclass may raise a QueueError.
    """

    def __init__(self, job: EnqueueJob, signals: ProgramSignals) -> None:
        self.log = SentLog.new(job.messages, ProducerFiles(job.folder, job.name).sent)
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
        """Hand over messages with ids from ``first`` on, and record acknowledgements that have arrived."""

    @abstractmethod
    def settle(self) -> None:
        """Wait until each message that was handed over is in the queue, or was rejected."""

    @abstractmethod
    def leave(self) -> None:
        """Disconnect."""

    def run(self) -> None:
        """Wait for the signal to begin, then send the messages in ``PARTS`` parts."""
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

    def counts(self) -> dict[str, int]:
        """The numbers of sent messages and of each outcome, and the time and CPU time after the lead-in."""
        return {"sent": self._sent, **self.log.outcomes(), **self._usage.counts("sending")}

    def _end_of(self, part: int) -> tuple[int, float]:
        """The limits at which a part ends: the messages and the seconds since sending began."""
        job = self._job
        if job.sending_seconds is None:
            return job.messages * part // PARTS, inf
        return job.messages, job.sending_seconds * part / PARTS

    def _send(self, messages: range) -> None:
        job, created_ns = self._job, self.log.created_ns
        values = []
        for message in messages:
            created_ns[message] = now = monotonic_ns()
            values.append(header_bytes(message, job.cell, now) + self._filler(message))
        self.log.handed_over(array("q", messages), monotonic_ns())
        self.send(messages.start, values)
        self._sent += len(values)
        self._progress.report(self._sent, lambda: {"sent": self._sent, "reported": self.log.reported})


def producer(job: EnqueueJob, signals: ProgramSignals) -> QueueProducer:
    """The producer for a job's queue system."""
    return job.server.producers()[job.system](job, signals)


if __name__ == "__main__":
    run_program(producer, EnqueueJob)
