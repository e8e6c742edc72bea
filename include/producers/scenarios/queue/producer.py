"""The producer of a queue, for every system other than Kafka."""

from array import array
from math import inf
from time import monotonic, monotonic_ns
from typing import Protocol

import numpy as np

from include.load_runtime.cpu_usage import CpuUsage
from include.load_runtime.message import header_bytes
from include.load_runtime.payload import FillerPool
from include.load_runtime.scenarios.queue.jobs import EnqueueJob
from include.load_runtime.signals import ProgramSignals
from include.producers.producer_files import ProducerFiles
from include.producers.progress import ProgressReports
from include.producers.sent_log import SentLog
from include.producers.transactions import transactions_table
from include.rawlog.table_writer import write_table

PARTS = 10
"""In how many equal parts the messages, or the time of sending, are divided, as in the published experiment.

All messages of a part are in the queue before the next part begins.
"""


class Sender(Protocol):
    """A connection to the server. Each of its methods may raise a QueueError."""

    def connect(self) -> None:
        """Connect."""

    def send(self, first: int, values: list[bytes]) -> None:
        """Hand over messages, whose ids count from ``first``; record acknowledgements that have arrived."""

    def settle(self) -> None:
        """Wait until each message that was handed over is known to be in the queue, or to be rejected."""

    def close(self) -> None:
        """Disconnect."""


class QueueProducer:
    """Sends the messages of one cell, batch after batch, as fast as the server accepts them."""

    def __init__(self, job: EnqueueJob, signals: ProgramSignals, sender: Sender, log: SentLog) -> None:
        self._job = job
        self._signals = signals
        self._sender = sender
        self._log = log
        self._filler = FillerPool.of_messages(job.filler, job.filler_seed, job.message_bytes).of
        self._sent = 0
        self._usage = CpuUsage()
        self._progress = ProgressReports([])

    def get_ready(self) -> None:
        self._sender.connect()

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
            self._sender.settle()
        self._usage.look()

    def write(self) -> None:
        files = ProducerFiles(self._job.folder, self._job.name)
        write_table(files.sent, self._log.table(np.flatnonzero(self._log.attempted())))
        write_table(files.transactions, transactions_table([]))

    def counts(self) -> dict[str, int]:
        """How many messages were sent, their number by outcome, and the CPU time after the lead-in."""
        return {"sent": self._sent, **self._log.outcomes(), **self._usage.counts("sending")}

    def leave(self) -> None:
        self._sender.close()

    def _end_of(self, part: int) -> tuple[int, float]:
        """The number of messages, and the seconds since the beginning, at which a part ends."""
        job = self._job
        if job.sending_seconds is None:
            return job.messages * part // PARTS, inf
        return job.messages, job.sending_seconds * part / PARTS

    def _send(self, messages: range) -> None:
        job, created = self._job, self._log.created_ns
        values = []
        for message in messages:
            created[message] = now = monotonic_ns()
            values.append(header_bytes(message, job.cell, now) + self._filler(message))
        self._log.handed_over(array("q", messages), monotonic_ns())
        self._sender.send(messages.start, values)
        self._sent += len(values)
        self._progress.report(self._sent, self._log.reported)
