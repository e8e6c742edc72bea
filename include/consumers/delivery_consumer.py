"""Receive the messages of a cell: ``python -m include.consumers.delivery_consumer <job file>``."""

from array import array
from time import monotonic_ns

import numpy as np
from confluent_kafka import KafkaException, Message

from include.consumers.received_journal import ReceivedJournal
from include.load.client_failure import TopicOperation, client_failure
from include.load.consumer_jobs import ConsumerJob
from include.load.cpu_usage import CpuUsage
from include.load.group_consumer import POLL_MESSAGES, POLL_SECONDS, GroupConsumer
from include.load.load_program import run_program
from include.load.progress import RECEIVING_INTERVAL_NS, Progress
from include.load.signals import ProgramSignals

LATENESS_PERCENTILES = (50, 99)


class ReceiptLateness:
    """Records an upper bound of the lateness of each message's receipt.

    The bound is the time from the end of the previous poll to the beginning of the poll that returned the
    message. If a message arrives while the consumer works on earlier messages, its receipt is late by at most
    this time.
    """

    def __init__(self) -> None:
        self._returned_ns = 0
        self._away_ns = 0
        self._lateness_ns: array[int] = array("q")
        self._messages: array[int] = array("q")

    def ask(self) -> None:
        """Record that the consumer begins to wait for messages."""
        self._away_ns = monotonic_ns() - self._returned_ns if self._returned_ns else 0

    def take(self, messages: int, received_ns: int) -> None:
        """Record how many messages the client returned, and when (in ns of the monotonic clock)."""
        self._returned_ns = received_ns
        if messages:
            self._lateness_ns.append(self._away_ns)
            self._messages.append(messages)

    def counts(self) -> dict[str, int]:
        """The median and the 99th percentile of the lateness in ns; empty if there is no message."""
        if not self._messages:
            return {}
        lateness_ns, messages = (np.frombuffer(a, np.int64) for a in (self._lateness_ns, self._messages))
        order = np.argsort(lateness_ns)
        cumulative_messages = np.cumsum(messages[order])
        return {
            f"receipt_lateness_p{percentile}_ns": int(
                lateness_ns[order][
                    np.searchsorted(cumulative_messages, percentile / 100 * cumulative_messages[-1])
                ]
            )
            for percentile in LATENESS_PERCENTILES
        }


class DeliveryConsumer:
    """Receives messages until the program is told to stop, and reports its progress."""

    def __init__(self, job: ConsumerJob, signals: ProgramSignals) -> None:
        self._job = job
        self._signals = signals
        self.journal = ReceivedJournal(job)
        self._consumer = GroupConsumer(job.client_settings, job.topic)
        self._progress = Progress(RECEIVING_INTERVAL_NS, [job.messages * job.due_deliveries])
        self._usage = CpuUsage()
        self._lateness = ReceiptLateness()

    def get_ready(self) -> None:
        self._consumer.join(self._job.assigned)

    def run(self) -> None:
        """Receive messages until the program is told to stop."""
        while not self._signals.stopping:
            self._receive(POLL_SECONDS)
        while self._receive(0):  # What the client has already fetched counts as delivered.
            continue
        self._consumer.requests.complete(lambda: self._receive(POLL_SECONDS))

    def leave(self) -> None:
        self._consumer.client.close()

    def counts(self) -> dict[str, int]:
        """The counts of deliveries and requests, the CPU time, and the maximum lateness of receipts.

        The CPU time is counted from the first receipt to the last receipt. Requests are counted if the client
        reports them.
        """
        usage = self._usage.counts("receiving")
        lateness = self._lateness.counts() if self._signals.stopping else {}
        return {**self.journal.counts(), **usage, **self._consumer.requests.counts(), **lateness}

    def handle(self, messages: list[Message]) -> None:
        """Do nothing. A subclass may handle received messages before they are reported as received."""

    def record(self, messages: list[Message], received_ns: int) -> None:
        """Write messages to the journal. ``received_ns`` is when the client has returned them."""
        self.journal.write(messages, received_ns)

    def _receive(self, timeout_seconds: float) -> bool:
        self._lateness.ask()
        messages = self._consumer.receive(timeout_seconds, POLL_MESSAGES)
        received_ns = monotonic_ns()
        self._lateness.take(len(messages), received_ns)
        if messages:
            self._usage.look()
        self.handle(messages)
        self.record(messages, received_ns)
        self._progress.report(
            self.journal.different, self.counts, self._consumer.at_end, self._consumer.read_positions
        )
        return bool(messages)


if __name__ == "__main__":
    run_program(
        DeliveryConsumer, ConsumerJob, KafkaException, client_failure("consumer", TopicOperation.READ)
    )
