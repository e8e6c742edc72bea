"""Stand beside a broker, follow what its log has appended, and report it to the monitor:
``python -m include.monitors.reliable_ack.receipts <job file>``.

The paper's broker recorded the receipt of each message itself, before it appended it. This one isn't changed:
it is asked, as any consumer asks it, for what it has appended, whether committed or not. A broker hands that
out when all in-sync replicas have it, so that a receipt says more than the paper's.
"""

import numpy as np
from confluent_kafka import KafkaException

from include.consumers.delivery import AT_ONCE, PATIENCE, explained
from include.consumers.group_consumer import Member
from include.consumers.received_log import headers_of
from include.load_runtime.main import run_program
from include.load_runtime.network_env import NetworkError
from include.load_runtime.scenarios.reliable_ack.jobs import ReceiptsJob
from include.load_runtime.scenarios.reliable_ack.monitor_protocol import FrameKind, framed
from include.load_runtime.scenarios.reliable_ack.rendezvous import connected
from include.load_runtime.signals import Lifetime


class Receipts:
    """Reads the partitions that its broker led at the start, wherever they are led later."""

    def __init__(self, job: ReceiptsJob, lifetime: Lifetime) -> None:
        self._job = job
        self._lifetime = lifetime
        self._member = Member(job.client_settings, job.topic)
        self._monitor = connected(job.folder)
        self._reported = 0
        self._is_heard = True

    def get_ready(self) -> None:
        """Read what the broker leads, from the beginning."""
        if partitions := self._led():
            self._member.join(partitions)

    def run(self) -> None:
        """Report until told to stop.

        Raises:
            KafkaException: the client reports an error that isn't passing.
        """
        while not self._lifetime.stopping:
            if messages := self._member.receive(PATIENCE, AT_ONCE):
                headers = headers_of([message.value() or b"" for message in messages])
                self._report(headers["id"][headers["cell"] == self._job.cell])

    def write(self) -> None:
        """Nothing: what it has to say it says to the monitor."""

    def leave(self) -> None:
        """Close both connections."""
        self._monitor.close()
        self._member.consumer.close()

    def counts(self) -> dict[str, int]:
        """What to say in events: receipts reported."""
        return {"receipts": self._reported}

    def _led(self) -> list[int]:
        """The partitions whose leader it stands beside; of more brokers than programs, each has several."""
        found = self._member.consumer.list_topics(self._job.topic, timeout=30)
        beside = sorted(found.brokers)[self._job.index :: self._job.of]
        partitions = found.topics[self._job.topic].partitions
        return sorted(id for id, partition in partitions.items() if partition.leader in beside)

    def _report(self, ids: np.ndarray) -> None:
        """Say it to the monitor; where that was killed, nobody hears it."""
        if not ids.size or not self._is_heard:
            return
        try:
            self._monitor.sendall(framed(FrameKind.RECEIPTS, content=ids.astype("<i8").tobytes()))
            self._reported += ids.size
        except ConnectionError:
            self._is_heard = False


def explained_receipts(failure: KafkaException | NetworkError, job: ReceiptsJob) -> str:
    """Why it gave up, for a user."""
    return str(failure) if isinstance(failure, NetworkError) else explained(failure, job)


if __name__ == "__main__":
    run_program(Receipts, ReceiptsJob, (KafkaException, NetworkError), explained_receipts)
