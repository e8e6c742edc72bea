"""Send a cell's messages to its topic: ``python -m include.producers.delivery_producer <job file>``."""

from array import array
from math import inf
from time import monotonic, monotonic_ns

import numpy as np
from confluent_kafka import KafkaException, Producer

from include.load.client_failure import METADATA_TIMEOUT_SECONDS, TopicOperation, client_failure
from include.load.load_program import run_program
from include.load.message import header_bytes, key_of
from include.load.producer_job import ProducerJob
from include.load.progress import SENDING_INTERVAL_NS, Progress
from include.load.request_stats import CountedRequest, RequestCounter
from include.load.signals import PauseForFault, ProgramSignals
from include.producers.delivery_errors import describe_error
from include.producers.earlier_producers import EarlierProducers
from include.producers.event_polling import ClientEvents, ThreadedEvents
from include.producers.generator_record import GeneratorRecord
from include.producers.hand_over import MessageBatch, SendBuffer
from include.producers.producer_files import ProducerFiles
from include.producers.producer_id_wait import ProducerIdLog
from include.producers.rate_limiter import RateLimiter, moment_after, sleep_until
from include.producers.sent_log import SentLog
from include.producers.sticky_partitioner import StickyPartitioner
from include.producers.transactions import Transactions

PRODUCER_ID_TIMEOUT_SECONDS = 60.0
"""The maximum time for which a producer, transactional or not, waits for its producer id."""

FLUSH_SECONDS = 1.0
"""The maximum duration of one call of ``flush``; progress is reported between two calls."""

STATISTICS_POLL_SECONDS = 0.05


class DeliveryProducer:
    """Sends the messages of one cell in their order, and records the outcome of each."""

    def __init__(self, job: ProducerJob, signals: ProgramSignals) -> None:
        self._job, self._signals = job, signals
        self._files = ProducerFiles(job.folder, job.name)
        self.log = SentLog.new(job.messages, self._files.sent)
        self._earlier = EarlierProducers(job.folder, job.takes_over, job.messages)
        self._to_send: array[int] = array("q")
        self._requests = RequestCounter(CountedRequest.PRODUCE, job.client_settings)
        self._id_log = ProducerIdLog(job.client_settings)
        settings = {**job.client_settings, **self._id_log.settings(), "stats_cb": self._requests.take}
        self._producer = Producer(settings)
        self._events = (ThreadedEvents if job.rate else ClientEvents)(self._producer)
        limit = job.unacknowledged_messages or job.buffered_messages
        self._buffer = SendBuffer(self.log, self._events, limit)
        self._partitioner = StickyPartitioner.of(job)
        self.transactions = Transactions.of(
            self._producer, job, self._files.transactions, self._earlier.transactions
        )
        self._batch = MessageBatch(self._producer, job.topic, self.log)
        self._handed_over = self._sent_by_earlier = self._resent = 0
        self._fault_pause = PauseForFault(signals, job.pause_after)
        self._progress = Progress(SENDING_INTERVAL_NS, job.milestones)
        self._stop_at = self._drain_until = inf
        self._record = GeneratorRecord(
            self._events, job.untimed_messages, is_paced=bool(job.rate), untimed_seconds=job.untimed_seconds
        )

    @property
    def sent(self) -> int:
        """The number of messages handed over by this producer and by the producers that it replaces."""
        return self._sent_by_earlier + self._handed_over

    def get_ready(self) -> None:
        """Fetch the topic's metadata and the producer id, and determine the messages to send.

        A transactional producer gets its id when transactions are initialised. From then on, an earlier
        producer with the same transactional id is fenced.
        """
        self._producer.list_topics(self._job.topic, timeout=METADATA_TIMEOUT_SECONDS)
        if self.transactions:
            self._producer.init_transactions(PRODUCER_ID_TIMEOUT_SECONDS)
        self._id_log.wait_for_id(self._producer.poll, PRODUCER_ID_TIMEOUT_SECONDS)
        left = self._earlier.messages_to_send(self._job.resend)
        to_send = left[left % self._job.producers == self._job.index]
        self._to_send.frombytes(to_send.astype(np.int64).tobytes())
        self._sent_by_earlier = len(self._job.shared) - len(self._to_send)

    def run(self) -> None:
        """Wait for the signal to begin, send all messages, then wait until all outcomes are known.

        Raises:
            KafkaException: The producer cannot go on. ``log`` then contains the records so far.
        """
        self._signals.wait_for_begin()
        try:
            self._send_and_take_events()
            self._drain()
            self._requests.complete(lambda: self._producer.poll(STATISTICS_POLL_SECONDS))
        except SystemError as error:
            # The client raises a fatal error in the middle of its callbacks, and may go on calling them.
            if isinstance(error.__cause__, KafkaException):
                raise error.__cause__ from None
            raise
        self._raise_if_given_up()

    def counts(self) -> dict[str, int]:
        """The counts of messages, waits, transactions and requests, and the producer's CPU time."""
        errors = {f"error_{fate}": count for fate, count in self.log.errors.items()}
        outcomes = self.log.outcomes()
        outcomes["acked"] += int(np.count_nonzero(self._earlier.acked() & ~self.log.attempted()))
        return {
            "sent": self.sent,
            **outcomes,
            "queue_full": self._buffer.waits,
            "resent": self._resent,
            "requests_retried": self._requests.retried,
            **self._requests.counts(),
            **(self.transactions.counts() if self.transactions else {"transactions": 0}),
            **self._record.counts(self.log),
            **errors,
        }

    def leave(self) -> None:
        """Do nothing: after ``run``, no message is left to send."""

    def _send_and_take_events(self) -> None:
        self._events.start()
        self._record.release()
        try:
            self._send_all()
        finally:
            self._record.end()
            self._events.stop()
        self._events.take()

    def _drain(self) -> None:
        """Wait until all outcomes are known.

        After ``drain_seconds``, the client purges its remaining messages. The delivery reports of purged
        messages show which of them were never sent, and which may be in the log.
        """
        while self._producer.flush(min(FLUSH_SECONDS, max(0, self._drain_until - monotonic()))):
            self._progress.report(self.sent, self._sending_counts)
            if monotonic() >= self._drain_until or self._signals.stopping:
                self._producer.purge()
                self._producer.flush(FLUSH_SECONDS)
                return

    def _send_all(self) -> None:
        """Send all messages, or stop when the time for sending is over.

        A successor continues the schedule that the first producer of the cell began.
        """
        rate = self._job.rate
        self._stop_at = moment_after(self._job.sending_seconds)
        limiter = RateLimiter(rate, self._earlier.schedule_began_ns(rate))
        position, end = 0, len(self._to_send)
        while position < end and not self._is_over():
            position = self._send_from(position, end, limiter)
        if not self._signals.stopping:
            self._end_transaction(position)
        self._drain_until = moment_after(self._job.drain_seconds)

    def _is_over(self) -> bool:
        """Whether sending must stop, even if messages are left."""
        return self._signals.stopping or self._signals.finishing or monotonic() >= self._stop_at

    def _send_from(self, start: int, end: int, limiter: RateLimiter) -> int:
        """Send messages from ``start`` to ``end``; return the position of the next message to send.

        After a failed commit, this is the first message of the transaction. Local names are fastest.
        """
        job, transactions, created_ns = self._job, self.transactions, self.log.created_ns
        filler = job.fillers().of
        batch, ids, to_send = self._batch.messages, self._batch.ids, self._to_send
        batch_messages, keys = self._partitioner.batch_messages, job.keys
        for position in range(start, end):
            message = to_send[position]
            due = limiter.due_ns(message)
            if due > monotonic_ns():
                self._hand_over()
                sleep_until(due)
                if self._is_over():
                    return position
            if transactions is not None:
                if transactions.is_due() and (again := self._begin_transaction(position)) is not None:
                    return again
                self.log.transaction[message] = transactions.current
            created_ns[message] = now = due or monotonic_ns()
            ids.append(message)
            batch.append({"value": header_bytes(message, job.cell, now) + filler(message)})
            if keys:
                batch[-1]["key"] = key_of(message, keys)
            is_full = transactions is not None and transactions.is_full(position + 1)
            if len(batch) == batch_messages or is_full:
                self._hand_over()
                if self._is_over():
                    return position + 1
            if is_full and (again := self._end_transaction(position + 1)) is not None:
                return again
        self._hand_over()
        again = self._end_transaction(end)
        return end if again is None else again

    def _begin_transaction(self, position: int) -> int | None:
        """End the open transaction, and begin another. Return the result of ``_end_transaction``."""
        self._hand_over()
        again = self._end_transaction(position)
        if again is None and self.transactions:
            self.transactions.begin(position)
        return again

    def _end_transaction(self, next_position: int) -> int | None:
        """End the open transaction, if there is one: abort it if this is intended; otherwise commit it.

        Returns:
            The position from which messages must be sent again, if the commit failed and the transaction was
            aborted; otherwise None.
        """
        if self.transactions and self.transactions.is_to_be_aborted:
            self._buffer.wait_until_empty(self._handed_over, self._is_over)
            self.transactions.abort(next_position)
            self._record.release()
            return None
        return self._commit(next_position)

    def _commit(self, next_position: int) -> int | None:
        """If a transaction is open, commit it. Return the result of ``_end_transaction``."""
        aborted = self.transactions.commit(next_position) if self.transactions else None
        self._record.release()
        if not aborted:
            return None
        self._events.stop()
        self._producer.poll(0)
        messages = np.array(self._to_send[aborted.first : next_position])
        self.log.set_aside(messages, self._files.sent_aborted(aborted.number))
        self._resent += len(messages)
        self._handed_over -= len(messages)
        self._events.start()
        return aborted.first

    def _hand_over(self) -> None:
        """Hand the messages of the batch over to the client."""
        batch = self._batch
        if not (messages := len(batch)):
            return
        self._record.look(batch.ids[0])
        sent = self.sent + messages
        if is_before_pause := self._fault_pause.is_near(sent):
            self._events.stop()
        self._produce(self._partitioner.partition_of(messages, monotonic_ns()))
        self._handed_over += messages
        batch.clear()
        if not is_before_pause:
            self._events.take()
        elif self._fault_pause.is_due(sent):
            self._pause()
        self._raise_if_given_up()
        self._progress.report(sent, self._sending_counts)

    def _produce(self, partition: int) -> None:
        """Hand the batch over to the client, as soon as the buffer has room for it."""
        if self._buffer.wait_for_room(self._handed_over, len(self._batch), self._is_over):
            self._record.release()
        self._batch.hand_over(partition)

    def _pause(self) -> None:
        """Pause for a fault, before the delivery reports of the last messages are taken.

        With transactions, the messages of the open transaction are flushed first, because they must be in the
        log when the fault strikes. The flush takes their delivery reports.
        """
        self._events.stop()
        if self.transactions:
            self._producer.flush()
        self._fault_pause.wait({"sent": self.sent})
        if partitions := self._job.partitions_after_pause:
            self._use_partitions(partitions)
        self._record.release()
        self._events.start()

    def _use_partitions(self, partitions: int) -> None:
        """Write to this number of partitions from now on. The client learns of added ones at once."""
        self._producer.list_topics(self._job.topic, timeout=METADATA_TIMEOUT_SECONDS)
        self._partitioner = StickyPartitioner.of(self._job.model_copy(update={"partitions": partitions}))

    def _sending_counts(self) -> dict[str, int]:
        return {"sent": self.sent, "reported": self.log.reported}

    def _raise_if_given_up(self) -> None:
        """End the program if a permission is missing: refused messages show nothing about the semantics.

        An application that starts a new producer after a failed delivery ends with the first one.
        """
        if self.log.denial:
            raise KafkaException(self.log.denial)
        if self._job.stops_after_failure and self.log.failure:
            raise KafkaException(self.log.failure)


explain_failure = client_failure("producer", TopicOperation.WRITE, describe_error)

if __name__ == "__main__":
    run_program(DeliveryProducer, ProducerJob, KafkaException, explain_failure)
