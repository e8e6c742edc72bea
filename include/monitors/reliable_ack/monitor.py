"""Keep copies of a producer's messages until they are confirmed, and send once more what isn't:
``python -m include.monitors.reliable_ack.monitor <job file>``."""

from collections.abc import Iterator, Sequence
from functools import partial
from time import monotonic, monotonic_ns

import numpy as np
from confluent_kafka import KafkaError, KafkaException, Message, Producer

from include.load_runtime.authorization_errors import denied_to_client
from include.load_runtime.main import run_program
from include.load_runtime.network_env import own_address
from include.load_runtime.scenarios.reliable_ack.jobs import MonitorJob
from include.load_runtime.scenarios.reliable_ack.monitor_protocol import Frame, FrameKind
from include.load_runtime.scenarios.reliable_ack.rendezvous import announce
from include.load_runtime.signals import Lifetime
from include.monitors.reliable_ack.busy_time import Busy
from include.monitors.reliable_ack.circular_list import CircularList, Copy
from include.monitors.reliable_ack.confirmations import PART, By, Confirmations
from include.monitors.reliable_ack.monitor_server import Inbox
from include.rawlog.writer import write_table

PATIENCE = 0.05
"""Seconds to wait for a frame before looking whether to stop; a frame ends the wait at once."""

LISTENING = 0.002
"""The same while answers to retransmissions are awaited, which come another way."""

ROUND = 0.25
"""Seconds between two rounds of the list once no more copies come: receipts are given that long to come."""


class Monitor:
    """Stores what comes, retransmits what is due, and ends when everything is confirmed that it was given."""

    def __init__(self, job: MonitorJob, lifetime: Lifetime) -> None:
        self._job = job
        self._lifetime = lifetime
        self._producer = Producer({**job.client_settings})
        self._inbox = Inbox(own_address(job.client_settings["bootstrap.servers"]))
        self._list = CircularList(job.slots)
        self._log = Confirmations.of(job.messages, job.folder / PART if job.survives else None)
        self._retransmitting = Busy()

    def get_ready(self) -> None:
        """Know the topic's metadata, and be found by the others."""
        self._producer.list_topics(self._job.topic, timeout=30)
        announce(self._job.folder, self._inbox.address)

    def run(self) -> None:
        """Take copies and receipts until all copies have come; then go on until all are confirmed, or not.

        A producer that is gone has closed its connections, so that no more copies come.
        """
        while not self._inbox.has_all_copies and not self._lifetime.stopping:
            self._take_turn()
        self._drain()
        self._inbox.close()  # lest those who report wait for a listener

    def write(self) -> None:
        """Write what it knows of each message."""
        write_table(self._job.folder / f"{PART}.parquet", self._log.table())

    def leave(self) -> None:
        """Nothing: it listens no more."""

    def counts(self) -> dict[str, int]:
        """What to say in events: what became of copies, how long it retransmitted, how large its list is."""
        return {
            **self._log.counts(),
            "retransmitting_ns": self._retransmitting.total_ns,
            "slots": self._list.size,
        }

    def _drain(self) -> None:
        deadline, next_round = monotonic() + self._job.drain_seconds, monotonic()
        while self._list.unconfirmed and monotonic() < deadline and not self._lifetime.stopping:
            if monotonic() >= next_round:
                self._retransmit(self._list.pass_over())
                next_round = monotonic() + ROUND
            self._take_turn()
        self._producer.purge()  # whatever is still on its way has not been confirmed in time

    def _take_turn(self) -> None:
        for frame in self._inbox.frames(LISTENING if self._retransmitting.is_busy else PATIENCE):
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
                self._log.confirm(copy.id, By.RECEIPT, now)

    def _take_receipts(self, ids: np.ndarray) -> None:
        now = monotonic_ns()
        for id in self._log.unconfirmed(ids).tolist():
            if self._list.receipt(id):
                self._log.confirm(id, By.RECEIPT, now)

    def _retransmit(self, copies: Sequence[Copy]) -> None:
        for copy in copies:
            self._log.retransmitted(copy.id)
            self._retransmitting.begin()
            answered = partial(self._answered, copy)
            self._producer.produce(
                self._job.topic, copy.value, partition=copy.partition, on_delivery=answered
            )

    def _answered(self, copy: Copy, error: KafkaError | None, _message: Message) -> None:
        self._retransmitting.end()
        if self._list.answered(copy, is_confirmed=error is None):
            self._log.confirm(copy.id, By.RETRANSMISSION, monotonic_ns())


def copies_in(frame: Frame, message_bytes: int) -> Iterator[Copy]:
    """The copies that a frame brings: messages of that size, one after another."""
    values = frame.content
    message = np.dtype([("id", "<i8"), ("rest", f"V{message_bytes - 8}")])
    for place, id in enumerate(np.frombuffer(values, message)["id"].tolist()):
        yield Copy(id, frame.number, values[place * message_bytes : (place + 1) * message_bytes])


def explained(failure: KafkaException, job: MonitorJob) -> str:
    """Why the client gave up, for a user."""
    error = failure.args[0]
    denial = denied_to_client(error.code(), "Write", job.topic, job.client_settings)
    return denial or f"the monitor can't go on: {error.str()}"


if __name__ == "__main__":
    run_program(Monitor, MonitorJob, KafkaException, explained)
