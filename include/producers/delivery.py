"""Send a cell's messages to its topic: ``python -m include.producers.delivery <job file>``."""

from collections.abc import Iterator
from time import monotonic_ns
from typing import Any

from confluent_kafka import KafkaException, Producer

from include.producers.errors import fate_of
from include.producers.filler import FillerPool
from include.producers.pace import Pace, serve_until
from include.producers.sent_log import SentLog
from include.producers.sticky import batch_messages, batches
from include.producers.transactions import Transactions
from include.programs.denied import denied_to_client
from include.programs.events import Kind, emit
from include.programs.job import ProducerJob
from include.programs.lifetime import Lifetime
from include.programs.main import run_program
from include.programs.message import HEADER, HEADER_BYTES
from include.rawlog.writer import write_table

PROGRESS_NS = 250_000_000
FULL_QUEUE_PATIENCE = 0.05
"""Seconds of one wait for delivery reports while the buffer is full; a report ends it at once."""

TRANSACTION_PATIENCE = 60.0


class DeliveryProducer:
    """Sends the messages of one cell, one after the other, and keeps what becomes of each."""

    def __init__(self, job: ProducerJob, lifetime: Lifetime) -> None:
        self._job = job
        self._lifetime = lifetime
        self.log = SentLog(job.messages)
        self.sent = 0
        self.queue_full = 0
        self._producer = Producer(job.client_settings)
        self.transactions = (
            Transactions(self._producer, job.transaction_ms) if job.transaction_ms is not None else None
        )
        self._batch: list[dict[str, Any]] = []
        self._progress_due = 0

    def get_ready(self) -> None:
        """Know the topic's metadata, and have transactions initialised."""
        self._producer.list_topics(self._job.topic, timeout=30)
        if self.transactions:
            self._producer.init_transactions(TRANSACTION_PATIENCE)

    def run(self) -> None:
        """Once told to begin, send everything; then wait until the fate of every message is known.

        Raises:
            KafkaException: the producer can't go on; what is known so far is in the log.
        """
        self._lifetime.wait_for_begin()
        try:
            self._send_all()
            if self.transactions:
                self.transactions.commit(self.sent)
            while self._producer.flush(1.0) and not self._lifetime.stopping:
                self._report_progress(monotonic_ns())
        except SystemError as error:
            # The client raises a fatal error in the midst of its callbacks, and may go on calling them.
            if isinstance(error.__cause__, KafkaException):
                raise error.__cause__ from None
            raise
        self._go_on_if_allowed()

    def counts(self) -> dict[str, int]:
        """What to say in events: messages sent, by outcome, and waits for a full queue."""
        errors = {f"error_{fate}": count for fate, count in self.log.errors.items()}
        return {
            "sent": self.sent,
            **self.log.outcomes(self.sent),
            "queue_full": self.queue_full,
            "transactions": len(self.transactions.done) if self.transactions else 0,
            **errors,
        }

    def write(self) -> None:
        """Write the producer's part of the raw log."""
        write_table(self._job.folder / "sent.parquet", self.log.table(self.sent))
        transactions = self.transactions or Transactions(self._producer, 0)
        write_table(self._job.folder / "transactions.parquet", transactions.table())

    def leave(self) -> None:
        """Nothing: all was flushed."""

    def _send_all(self) -> None:
        """The hot loop: two microseconds a message, so what it uses is local."""
        job, transactions, created = self._job, self.transactions, self.log.created_ns
        filler = FillerPool(job.filler, job.filler_seed, job.message_bytes - HEADER_BYTES).of
        pack, pace = HEADER.pack, Pace(job.rate)
        batch, partitions = self._batch, batches(job.partitions, job.filler_seed)
        in_a_batch = batch_messages(job.batch_bytes, job.message_bytes)
        for message in range(job.messages):
            now = pace.creation(message)
            if pace.is_early(now):
                self._hand_over(message, partitions)
                serve_until(self._producer, now)
            if transactions is not None:
                if transactions.is_old():
                    self._hand_over(message, partitions)
                    transactions.renew(message)
                self.log.transaction[message] = transactions.current
            created[message] = now
            batch.append({"value": pack(message, job.cell, now, job.messages) + filler(message)})
            if len(batch) == in_a_batch:
                self._hand_over(message + 1, partitions)
                if self._lifetime.stopping:
                    return
        self._hand_over(job.messages, partitions)

    def _hand_over(self, end: int, partitions: Iterator[int]) -> None:
        """Hand the batch, which ends before message ``end``, over to the client, for the next partition."""
        batch = self._batch
        if not batch:
            return
        self._wait_for_room(len(batch))
        self.log.handed_over(end - len(batch), end, monotonic_ns())
        if self._producer.produce_batch(self._job.topic, batch, next(partitions), self.log.report) < len(
            batch
        ):
            self._take_refusals(end - len(batch))
        self.sent = end
        batch.clear()
        self._producer.poll(0)
        self._go_on_if_allowed()
        self._report_progress(monotonic_ns())

    def _go_on_if_allowed(self) -> None:
        """A cell whose messages were all refused would say nothing of its semantics."""
        if self.log.denial:
            raise KafkaException(self.log.denial)

    def _wait_for_room(self, messages: int) -> None:
        """Block while the buffer is full; the library's own queue is larger, so that it never is."""
        room = self._job.buffered_messages - messages
        if self.sent - self.log.reported > room:
            self.queue_full += 1
        while self.sent - self.log.reported > room and not self._lifetime.stopping:
            self._producer.poll(FULL_QUEUE_PATIENCE)

    def _take_refusals(self, first: int) -> None:
        """Note the messages of the batch that the client wouldn't take."""
        for message, handed in enumerate(self._batch, first):
            if "_error" in handed:
                self.log.refused(message, handed["_error"])

    def _report_progress(self, now: int) -> None:
        if now >= self._progress_due:
            self._progress_due = now + PROGRESS_NS
            emit(Kind.PROGRESS, counts={"sent": self.sent, "reported": self.log.reported})


def explained(failure: KafkaException, job: ProducerJob) -> str:
    """Why the client gave up, for a user."""
    error = failure.args[0]
    denial = denied_to_client(error.code(), "Write", job.topic, job.client_settings)
    return denial or f"the producer can't go on ({fate_of(error)}): {error.str()}"


if __name__ == "__main__":
    run_program(DeliveryProducer, ProducerJob, KafkaException, explained)
