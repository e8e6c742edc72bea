"""The producer of a queue, for every system other than Kafka."""

from array import array
from itertools import pairwise
from time import monotonic_ns
from typing import Protocol

import numpy as np

from include.load_runtime.events import EventKind, emit
from include.load_runtime.message import header_bytes
from include.load_runtime.payload import FillerPool
from include.load_runtime.scenarios.queue.jobs import EnqueueJob
from include.load_runtime.signals import ProgramSignals
from include.producers.producer_files import ProducerFiles
from include.producers.sent_log import SentLog
from include.producers.transactions import transactions_table
from include.rawlog.table_writer import write_table

PROGRESS_INTERVAL_NS = 250_000_000

PARTS = 10
"""In how many equal parts the messages are sent, as in the published experiment.

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
        self._progress_due = 0

    def get_ready(self) -> None:
        """Connect to the server."""
        self._sender.connect()

    def run(self) -> None:
        """Wait for the signal to begin, then send all messages, part after part.

        Raises:
            QueueError: the connection is lost, or the server refused a request; the log has what is known.
        """
        self._signals.wait_for_begin()
        edges = [self._job.messages * part // PARTS for part in range(PARTS + 1)]
        for first, end in pairwise(edges):
            for start in range(first, end, self._job.batch_messages):
                if self._signals.stopping:
                    return
                self._send(range(start, min(start + self._job.batch_messages, end)))
            self._sender.settle()

    def write(self) -> None:
        """Write the producer's part of the raw log."""
        files = ProducerFiles(self._job.folder, self._job.name)
        write_table(files.sent, self._log.table(np.flatnonzero(self._log.attempted())))
        write_table(files.transactions, transactions_table([]))

    def counts(self) -> dict[str, int]:
        """Return how many messages were sent, and their number by outcome."""
        return {"sent": self._sent, **self._log.outcomes()}

    def leave(self) -> None:
        """Disconnect from the server."""
        self._sender.close()

    def _send(self, messages: range) -> None:
        job, created = self._job, self._log.created_ns
        values = []
        for message in messages:
            created[message] = now = monotonic_ns()
            values.append(header_bytes(message, job.cell, now) + self._filler(message))
        self._log.handed_over(array("q", messages), monotonic_ns())
        self._sender.send(messages.start, values)
        self._sent += len(values)
        self._report_progress(monotonic_ns())

    def _report_progress(self, now: int) -> None:
        if now >= self._progress_due:
            self._progress_due = now + PROGRESS_INTERVAL_NS
            emit(EventKind.PROGRESS, counts={"sent": self._sent, "reported": self._log.reported})
