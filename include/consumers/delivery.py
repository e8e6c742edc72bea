"""Receive a cell's messages as one consumer of its group: ``python -m include.consumers.delivery <job>``."""

import sys
from time import monotonic_ns

from confluent_kafka import Consumer, KafkaException, Message, TopicPartition

from include.consumers.received_log import ReceivedLog
from include.programs.denied import denied_to_client
from include.programs.events import Kind, emit
from include.programs.job import ConsumerJob
from include.programs.lifetime import Lifetime
from include.programs.main import run_program
from include.rawlog.writer import write_table

AT_ONCE = 500
"""Messages taken at once from what the client has ready."""

PATIENCE = 0.02
"""Seconds to wait for a message before looking whether to stop; a message ends the wait at once."""

PROGRESS_NS = 100_000_000


class DeliveryConsumer:
    """Receives until told to stop, and says how far it has come."""

    def __init__(self, job: ConsumerJob, lifetime: Lifetime) -> None:
        self._job = job
        self._lifetime = lifetime
        self.log = ReceivedLog(job.cell, job.messages)
        self._owned: set[int] = set()
        self._consumer = Consumer(job.client_settings)
        self._progress_due = 0

    def get_ready(self) -> None:
        """Join the group; each change of what it owns is said in an ``assigned`` event."""
        self._consumer.subscribe([self._job.topic], on_assign=self._assigned, on_revoke=self._revoked)

    def run(self) -> None:
        """Receive until told to stop.

        Raises:
            KafkaException: the client reports an error that isn't passing.
        """
        while not self._lifetime.stopping:
            self._receive(PATIENCE)
        while self._receive(0):  # what the client has at hand was delivered
            continue

    def write(self) -> None:
        """Write the consumer's part of the raw log."""
        write_table(self._job.folder / f"received-{self._job.index}.parquet", self.log.table(self._job.index))

    def leave(self) -> None:
        """Leave the group."""
        self._consumer.close()

    def counts(self) -> dict[str, int]:
        """What to say in events: deliveries, different messages, messages of others."""
        return {"received": self.log.received, "different": self.log.different, "foreign": self.log.foreign}

    def _receive(self, patience: float) -> bool:
        """Take one message, and then whatever is there: waiting to fill a batch would add to latencies."""
        first = self._consumer.poll(patience)
        if first is not None:
            self._take([first])
            self._take(self._consumer.consume(AT_ONCE, 0))
        self._report_progress()
        return first is not None

    def _take(self, messages: list[Message]) -> None:
        received_ns = monotonic_ns()
        for message in messages:
            error = message.error()
            if error is not None and not error.retriable():
                raise KafkaException(error)
        self.log.take([message for message in messages if message.error() is None], received_ns)

    def _report_progress(self) -> None:
        now = monotonic_ns()
        complete = self.log.different == self._job.messages
        if now >= self._progress_due or (complete and self._progress_due < sys.maxsize):
            self._progress_due = sys.maxsize if complete else now + PROGRESS_NS
            emit(Kind.PROGRESS, counts=self.counts())

    def _assigned(self, _consumer: Consumer, partitions: list[TopicPartition]) -> None:
        self._owned |= {one.partition for one in partitions}
        emit(Kind.ASSIGNED, partitions=sorted(self._owned))

    def _revoked(self, _consumer: Consumer, partitions: list[TopicPartition]) -> None:
        self._owned -= {one.partition for one in partitions}
        emit(Kind.ASSIGNED, partitions=sorted(self._owned))


def explained(failure: KafkaException, job: ConsumerJob) -> str:
    """Why the client gave up, for a user."""
    error = failure.args[0]
    denial = denied_to_client(error.code(), "Read", job.topic, job.client_settings)
    return denial or f"the consumer can't go on: {error.str()}"


if __name__ == "__main__":
    run_program(DeliveryConsumer, ConsumerJob, KafkaException, explained)
