"""Fill a queue: what is the same for every system but Kafka."""

from array import array
from itertools import pairwise
from time import monotonic_ns
from typing import Protocol

import numpy as np

from include.load_runtime.events import Kind, emit
from include.load_runtime.message import HEADER, HEADER_BYTES
from include.load_runtime.payload import FillerPool
from include.load_runtime.scenarios.queue.jobs import EnqueueJob
from include.load_runtime.signals import Lifetime
from include.producers.producer_files import Kept
from include.producers.sent_log import SentLog
from include.producers.transactions import transactions_table
from include.rawlog.writer import write_table

PROGRESS_NS = 250_000_000

TENTHS = 10
"""How often in its course the program makes sure that all is there, as often as the published one looked."""


class Sender(Protocol):
    """A connection to the server; each of its methods may raise a QueueError."""

    def connect(self) -> None:
        """Be ready to send."""

    def send(self, first: int, values: list[bytes]) -> None:
        """Hand these messages over, numbered from the first on; what is heard meanwhile goes to the log."""

    def settle(self) -> None:
        """Return when all that was handed over is known to be in the queue, or never to be."""

    def close(self) -> None:
        """Say farewell."""


class QueueProducer:
    """Sends the messages of one cell, batch after batch, as fast as the server takes them."""

    def __init__(self, job: EnqueueJob, lifetime: Lifetime, sender: Sender, log: SentLog) -> None:
        self._job = job
        self._lifetime = lifetime
        self._sender = sender
        self._log = log
        self._filler = FillerPool(job.filler, job.filler_seed, job.message_bytes - HEADER_BYTES).of
        self._sent = 0
        self._progress_due = 0

    def get_ready(self) -> None:
        """Connect."""
        self._sender.connect()

    def run(self) -> None:
        """Once told to begin, send everything; a tenth is done when all of it is in the queue.

        Raises:
            QueueError: the server is gone, or refused something; what is known so far is in the log.
        """
        self._lifetime.wait_for_begin()
        edges = [self._job.messages * tenth // TENTHS for tenth in range(TENTHS + 1)]
        for first, end in pairwise(edges):
            for start in range(first, end, self._job.batch_messages):
                if self._lifetime.stopping:
                    return
                self._send(range(start, min(start + self._job.batch_messages, end)))
            self._sender.settle()

    def write(self) -> None:
        """Write the producer's part of the raw log."""
        kept = Kept(self._job.folder, self._job.name)
        write_table(kept.sent, self._log.table(np.flatnonzero(self._log.tried())))
        write_table(kept.transactions, transactions_table([]))

    def counts(self) -> dict[str, int]:
        """What to say in events: messages sent, by outcome."""
        return {"sent": self._sent, **self._log.outcomes()}

    def leave(self) -> None:
        """Say farewell to the server."""
        self._sender.close()

    def _send(self, messages: range) -> None:
        job, created = self._job, self._log.created_ns
        values = []
        for message in messages:
            created[message] = now = monotonic_ns()
            values.append(HEADER.pack(message, job.cell, now, job.messages) + self._filler(message))
        self._log.handed_over(array("q", messages), monotonic_ns())
        self._sender.send(messages.start, values)
        self._sent += len(values)
        self._report_progress(monotonic_ns())

    def _report_progress(self, now: int) -> None:
        if now >= self._progress_due:
            self._progress_due = now + PROGRESS_NS
            emit(Kind.PROGRESS, counts={"sent": self._sent, "reported": self._log.reported})
