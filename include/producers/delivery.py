"""Send a cell's messages to its topic: ``python -m include.producers.delivery <job file>``."""

from array import array
from time import monotonic_ns
from typing import Any

import numpy as np
from confluent_kafka import KafkaException, Producer

from include.load_runtime.authorization_errors import denied_to_client
from include.load_runtime.events import Kind, emit
from include.load_runtime.job import ProducerJob
from include.load_runtime.main import run_program
from include.load_runtime.message import HEADER, HEADER_BYTES, key_of
from include.load_runtime.payload import FillerPool
from include.load_runtime.signals import Lifetime
from include.producers.delivery_errors import fate_of
from include.producers.producer_files import Kept, kept_by, remaining
from include.producers.rate_limiter import Pace, serve_until
from include.producers.request_stats import Carrier, RequestCount
from include.producers.sent_log import SentLog
from include.producers.sticky_partitioner import StickyPartition
from include.producers.transactions import Transactions, transactions_table
from include.rawlog.writer import write_table

PROGRESS_NS = 250_000_000
FULL_QUEUE_PATIENCE = 0.05
"""Seconds of one wait for delivery reports while the buffer is full; a report ends it at once."""

SERVE = 0.05
"""Seconds for which the client is served at a time until it has reported its last requests."""

TRANSACTION_PATIENCE = 60.0

UNHEARD = 50
"""How many messages before it holds still the producer no longer listens to acknowledgements, so that it is
struck after brokers have written messages and before it knows."""


class DeliveryProducer:
    """Sends the messages of one cell, one after the other, and keeps what becomes of each."""

    def __init__(self, job: ProducerJob, lifetime: Lifetime) -> None:
        self._job = job
        self._lifetime = lifetime
        self._kept = Kept(job.folder, job.name)
        self.log = SentLog.of(job.messages, self._kept.folder if job.survives else None)
        self.queue_full = 0
        self._earlier = kept_by(job.folder, job.takes_over) if job.takes_over else None
        self._todo: array[int] = array("q", range(job.messages))
        self._resent = 0
        self._requests = RequestCount(Carrier.PRODUCE, job.client_settings)
        self._producer = Producer({**job.client_settings, "stats_cb": self._requests.take})
        self.transactions = self._own_transactions()
        self._batch: list[dict[str, Any]] = []
        self._ids: array[int] = array("q")
        self._handed_over = 0
        self._done_before = 0
        self._next_milestone = 0
        self._hold = job.hold_after
        self._progress_due = 0

    @property
    def sent(self) -> int:
        """Messages handed over, by this producer or, where it took another's place, by that."""
        return self._done_before + self._handed_over

    def get_ready(self) -> None:
        """Know the topic's metadata, and have transactions initialised.

        Only then is it certain what an earlier producer with the same transactional id has done, because it
        can do no more: so only then is it settled what is left to send.
        """
        self._producer.list_topics(self._job.topic, timeout=30)
        if self.transactions:
            self._producer.init_transactions(TRANSACTION_PATIENCE)
        if self._earlier:
            self._todo = array("q", remaining(self._earlier, self._job.resend).tolist())
            self._done_before = self._job.messages - len(self._todo)

    def run(self) -> None:
        """Once told to begin, send everything; then wait until the fate of every message is known.

        Raises:
            KafkaException: the producer can't go on; what is known so far is in the log.
        """
        self._lifetime.wait_for_begin()
        try:
            self._send_all()
            while self._producer.flush(1.0) and not self._lifetime.stopping:
                self._report_progress(monotonic_ns())
            self._requests.complete(lambda: self._producer.poll(SERVE))
        except SystemError as error:
            # The client raises a fatal error in the midst of its callbacks, and may go on calling them.
            if isinstance(error.__cause__, KafkaException):
                raise error.__cause__ from None
            raise
        self._go_on_if_allowed()

    def counts(self) -> dict[str, int]:
        """What to say in events: messages sent, by outcome, waits for a full queue, and requests where asked.

        At a fixed rate also by how much the last message was late: a message is created when it is due.
        """
        errors = {f"error_{fate}": count for fate, count in self.log.errors.items()}
        outcomes = self.log.outcomes()
        if self._earlier:
            outcomes["acked"] += int(np.count_nonzero(self._earlier.log.acked() & ~self.log.tried()))
        return {
            "sent": self.sent,
            **outcomes,
            "queue_full": self.queue_full,
            "resent": self._resent,
            "requests_retried": self._requests.retried,
            **self._requests.counts(),
            **(self.transactions.counts() if self.transactions else {"transactions": 0}),
            **({"late_ns": self.log.lateness(self._todo[-1])} if self._job.rate and self._todo else {}),
            **errors,
        }

    def write(self) -> None:
        """Write the producer's part of the raw log."""
        write_table(self._kept.sent, self.log.table(np.flatnonzero(self.log.tried())))
        done = self.transactions.done if self.transactions else []
        write_table(self._kept.transactions, transactions_table(done))

    def leave(self) -> None:
        """Nothing: all was flushed."""

    def _own_transactions(self) -> Transactions | None:
        if self._job.transaction_ms is None:
            return None
        return Transactions(
            self._producer,
            self._job.transaction_ms,
            earlier=len(self._earlier.transactions) if self._earlier else 0,
            journal=self._kept.journal if self._job.survives else None,
        )

    def _send_all(self) -> None:
        """Send what is to be sent; the messages of an aborted transaction again, before any other."""
        place, pace = 0, Pace(self._job.rate)
        partition = StickyPartition.of(self._job)
        while place < len(self._todo) and not self._lifetime.stopping:
            place = self._send_from(place, pace, partition)

    def _send_from(self, start: int, pace: Pace, partition: StickyPartition) -> int:
        """The hot loop: two microseconds a message, so what it uses is local.

        Returns:
            Where to go on: behind the last message, or at the first of a transaction that was aborted.
        """
        job, transactions, created = self._job, self.transactions, self.log.created_ns
        filler = FillerPool(job.filler, job.filler_seed, job.message_bytes - HEADER_BYTES).of
        pack, batch, ids, todo = HEADER.pack, self._batch, self._ids, self._todo
        in_a_batch, keys = partition.in_a_batch, job.keys
        for place in range(start, len(todo)):
            message, now = todo[place], pace.creation(place)
            if pace.is_early(now):
                self._hand_over(partition)
                serve_until(self._producer, now)
            if transactions is not None:
                if transactions.is_old():
                    self._hand_over(partition)
                    if (again := self._commit(place)) is not None:
                        return again
                    transactions.begin(place)
                self.log.transaction[message] = transactions.current
            created[message] = now
            ids.append(message)
            batch.append({"value": pack(message, job.cell, now, job.messages) + filler(message)})
            if keys:
                batch[-1]["key"] = key_of(message, keys)
            if len(batch) == in_a_batch:
                self._hand_over(partition)
                if self._lifetime.stopping:
                    return len(todo)
        self._hand_over(partition)
        again = self._commit(len(todo))
        return len(todo) if again is None else again

    def _commit(self, next_place: int) -> int | None:
        """Commit the open transaction, if there is one.

        Returns:
            Where its messages begin, which are to be sent again, if it was aborted.
        """
        aborted = self.transactions.commit(next_place) if self.transactions else None
        if not aborted:
            return None
        self._producer.poll(0)
        messages = np.array(self._todo[aborted.first : next_place])
        write_table(self._kept.sent_again(aborted.number), self.log.table(messages))
        self.log.forget(messages)
        self._resent += len(messages)
        self._handed_over -= len(messages)
        self.log.reported -= len(messages)
        return aborted.first

    def _hand_over(self, partition: StickyPartition) -> None:
        """Hand the batch over to the client, or as much of it as there is."""
        batch = self._batch
        if not batch:
            return
        self._give(partition.take(len(batch), monotonic_ns()))
        self._handed_over += len(batch)
        batch.clear()
        del self._ids[:]
        if self._hold is None or self.sent < self._hold - UNHEARD:
            self._producer.poll(0)
        elif self.sent >= self._hold:
            self._hold_still()
        self._go_on_if_allowed()
        self._report_progress(monotonic_ns())

    def _give(self, partition: int) -> None:
        """Give the batch to the client, once it has room for it."""
        batch = self._batch
        self._wait_for_room(len(batch))
        self.log.handed_over(self._ids, monotonic_ns())
        taken = self._producer.produce_batch(self._job.topic, batch, partition, self.log.report)
        if taken < len(batch):
            self._take_refusals()

    def _hold_still(self) -> None:
        """A fault strikes now: after messages were written, and before their acknowledgements are heard of.

        With transactions what is heard makes no difference, but the open one must be in the log.
        """
        self._hold = None
        if self.transactions:
            self._producer.flush()
        emit(Kind.HELD, counts={"sent": self.sent})
        self._lifetime.wait_for_release()

    def _go_on_if_allowed(self) -> None:
        """A cell whose messages were all refused would say nothing of its semantics."""
        if self.log.denial:
            raise KafkaException(self.log.denial)

    def _wait_for_room(self, messages: int) -> None:
        """Block while the buffer is full; the library's own queue is larger, so that it never is."""
        if not self._has_room(messages):
            self.queue_full += 1
        while not self._has_room(messages) and not self._lifetime.stopping:
            self._producer.poll(FULL_QUEUE_PATIENCE)

    def _has_room(self, messages: int) -> bool:
        return self._handed_over - self.log.reported + messages <= self._job.buffered_messages

    def _take_refusals(self) -> None:
        """Note the messages of the batch that the client wouldn't take."""
        for message, handed in zip(self._ids, self._batch, strict=True):
            if "_error" in handed:
                self.log.refused(message, handed["_error"])

    def _report_progress(self, now: int) -> None:
        milestones = self._job.milestones
        passed = self._next_milestone < len(milestones) and self.sent >= milestones[self._next_milestone]
        if now >= self._progress_due or passed:
            self._next_milestone += passed
            self._progress_due = now + PROGRESS_NS
            emit(Kind.PROGRESS, counts={"sent": self.sent, "reported": self.log.reported})


def explained(failure: KafkaException, job: ProducerJob) -> str:
    """Why the client gave up, for a user."""
    error = failure.args[0]
    denial = denied_to_client(error.code(), "Write", job.topic, job.client_settings)
    return denial or f"the producer can't go on ({fate_of(error)}): {error.str()}"


if __name__ == "__main__":
    run_program(DeliveryProducer, ProducerJob, KafkaException, explained)
