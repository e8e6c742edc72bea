"""Store copies of a producer's messages, and retransmit unconfirmed copies.

The program is ``python -m include.scenarios.reliable_ack.programs.monitor <job file>``.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from time import monotonic, monotonic_ns

import numpy as np
from confluent_kafka import KafkaError, KafkaException, Message, Producer

from include.load.client_failure import METADATA_TIMEOUT_SECONDS, TopicOperation, client_failure
from include.load.load_program import run_program
from include.load.program_environment import own_address
from include.load.signals import ProgramSignals
from include.scenarios.reliable_ack.programs.circular_list import CircularList, Copy
from include.scenarios.reliable_ack.programs.confirmations import PART, Confirmations, ConfirmedBy
from include.scenarios.reliable_ack.programs.jobs import Frame, FrameKind, MonitorJob, publish_address
from include.scenarios.reliable_ack.programs.monitor_server import MonitorServer

IDLE_POLL_SECONDS = 0.05
"""The maximum wait for a frame before the monitor checks whether to stop. A frame ends the wait at once."""

RETRANSMITTING_POLL_SECONDS = 0.002
"""The maximum wait for a frame during retransmissions. Answers to retransmissions are taken only after the
wait, so the wait must be short."""

ROUND_SECONDS = 0.25
"""The interval at which all slots of the list are visited, after the last copy has arrived."""


class BusyTime:
    """Counts running operations, and measures the time during which at least one operation runs."""

    def __init__(self) -> None:
        self._under_way = 0
        self._since_ns = 0
        self._finished_ns = 0

    @property
    def is_busy(self) -> bool:
        return self._under_way > 0

    @property
    def total_ns(self) -> int:
        """The time in ns during which at least one operation was under way, up to now."""
        return self._finished_ns + (monotonic_ns() - self._since_ns if self.is_busy else 0)

    def begin(self) -> None:
        if not self._under_way:
            self._since_ns = monotonic_ns()
        self._under_way += 1

    def end(self) -> None:
        self._under_way -= 1
        if not self._under_way:
            self._finished_ns += monotonic_ns() - self._since_ns


class Monitor:
    """Stores copies, retransmits copies that are due, and ends when all copies are confirmed."""

    def __init__(self, job: MonitorJob, signals: ProgramSignals) -> None:
        self._job = job
        self._signals = signals
        self._producer = Producer({**job.client_settings})
        self._server = MonitorServer(own_address(job.client_settings["bootstrap.servers"]))
        self._list = CircularList(job.slots)
        self._log = Confirmations.new(job.messages, job.folder / PART)
        self._retransmitting = BusyTime()

    def get_ready(self) -> None:
        """Fetch the topic's metadata, and publish the monitor's address."""
        self._producer.list_topics(self._job.topic, timeout=METADATA_TIMEOUT_SECONDS)
        publish_address(self._job.folder, self._server.address)

    def run(self) -> None:
        """Process copies and receipts until the last copy arrives, then wait until all copies are confirmed.

        The last copy has arrived when the producer has closed its connections.
        """
        while not self._server.has_all_copies and not self._signals.stopping:
            self._take_turn()
        self._drain()
        self._server.close()  # Otherwise the receipt reporters would wait until their frames are read.

    def leave(self) -> None:
        """Do nothing: the server is already closed."""

    def counts(self) -> dict[str, int]:
        """The counts of copies, the time in which retransmissions were under way, and the number of slots."""
        return {
            **self._log.counts(),
            "retransmitting_ns": self._retransmitting.total_ns,
            "slots": self._list.size,
        }

    def _drain(self) -> None:
        deadline, next_round = monotonic() + self._job.drain_seconds, monotonic()
        while self._list.unconfirmed and monotonic() < deadline and not self._signals.stopping:
            if monotonic() >= next_round:
                self._retransmit(self._list.pass_over())
                next_round = monotonic() + ROUND_SECONDS
            self._take_turn()
        self._producer.purge()  # What is still under way was not confirmed in time.

    def _take_turn(self) -> None:
        is_busy = self._retransmitting.is_busy
        for frame in self._server.frames(RETRANSMITTING_POLL_SECONDS if is_busy else IDLE_POLL_SECONDS):
            if frame.kind is FrameKind.COPIES:
                self._store(frame)
            else:
                self._take_receipts(np.frombuffer(frame.content, "<i8"))
        self._producer.poll(0)

    def _store(self, frame: Frame) -> None:
        now = monotonic_ns()
        for copy in copies_in(frame, self._job.message_bytes):
            self._log.copied(copy.id)
            self._retransmit(self._list.store(copy))
            if copy.is_confirmed:
                self._log.confirm(copy.id, ConfirmedBy.RECEIPT, now)

    def _take_receipts(self, ids: np.ndarray) -> None:
        now = monotonic_ns()
        for id in self._log.unconfirmed(ids).tolist():
            if self._list.receipt(id):
                self._log.confirm(id, ConfirmedBy.RECEIPT, now)

    def _retransmit(self, copies: Sequence[Copy]) -> None:
        for copy in copies:
            self._log.retransmitted(copy.id)
            self._retransmitting.begin()
            on_delivery = partial(self._on_delivery, copy)
            self._producer.produce(
                self._job.topic, copy.value, partition=copy.partition, on_delivery=on_delivery
            )

    def _on_delivery(self, copy: Copy, error: KafkaError | None, _message: Message) -> None:
        self._retransmitting.end()
        if self._list.answered(copy, is_confirmed=error is None):
            self._log.confirm(copy.id, ConfirmedBy.RETRANSMISSION, monotonic_ns())


def copies_in(frame: Frame, message_bytes: int) -> Iterator[Copy]:
    """Yield the copies in a frame, which contains successive messages of ``message_bytes`` bytes."""
    values = frame.content
    message = np.dtype([("id", "<i8"), ("rest", f"V{message_bytes - 8}")])
    for index, id in enumerate(np.frombuffer(values, message)["id"].tolist()):
        yield Copy(id, frame.number, values[index * message_bytes : (index + 1) * message_bytes])


if __name__ == "__main__":
    run_program(Monitor, MonitorJob, KafkaException, client_failure("monitor", TopicOperation.WRITE))
