"""Receive a cell's messages as one consumer of its group: ``python -m include.consumers.delivery <job>``."""

from time import monotonic_ns

from confluent_kafka import KafkaException

from include.consumers.group_consumer import Member
from include.consumers.progress import Progress
from include.consumers.received_log import ReceivedLog
from include.load_runtime.authorization_errors import denied_to_client
from include.load_runtime.job import ConsumerJob, Job
from include.load_runtime.main import run_program
from include.load_runtime.signals import Lifetime
from include.rawlog.writer import write_table

AT_ONCE = 500
"""Messages taken at once from what the client has ready."""

PATIENCE = 0.02
"""Seconds to wait for a message before looking whether to stop; a message ends the wait at once."""


class DeliveryConsumer:
    """Receives until told to stop, and says how far it has come."""

    def __init__(self, job: ConsumerJob, lifetime: Lifetime) -> None:
        self._job = job
        self._lifetime = lifetime
        self.log = ReceivedLog(job.cell, job.messages)
        self._member = Member(job.client_settings, job.topic)
        self._progress = Progress(job.messages)

    def get_ready(self) -> None:
        """Join the group, or read what it is assigned."""
        self._member.join(self._job.assigned)

    def run(self) -> None:
        """Receive until told to stop.

        Raises:
            KafkaException: the client reports an error that isn't passing.
        """
        while not self._lifetime.stopping:
            self._receive(PATIENCE)
        while self._receive(0):  # what the client has at hand was delivered
            continue
        self._member.requests.complete(lambda: self._receive(PATIENCE))

    def write(self) -> None:
        """Write the consumer's part of the raw log."""
        write_table(self._job.folder / f"received-{self._job.name}.parquet", self.log.table(self._job.index))

    def leave(self) -> None:
        """Leave the group."""
        self._member.consumer.close()

    def counts(self) -> dict[str, int]:
        """What to say in events: deliveries, different messages, messages of others; requests where asked."""
        return {
            "received": self.log.received,
            "different": self.log.different,
            "foreign": self.log.foreign,
            **self._member.requests.counts(),
        }

    def _receive(self, patience: float) -> bool:
        messages = self._member.receive(patience, AT_ONCE)
        self.log.take(messages, monotonic_ns())
        self._progress.report(self.log.different, self._member.at_end, self.counts)
        return bool(messages)


def explained(failure: KafkaException, job: Job) -> str:
    """Why the client gave up, for a user."""
    error = failure.args[0]
    denial = denied_to_client(error.code(), "Read", job.topic, job.client_settings)
    return denial or f"the consumer can't go on: {error.str()}"


if __name__ == "__main__":
    run_program(DeliveryConsumer, ConsumerJob, KafkaException, explained)
