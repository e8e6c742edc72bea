"""Follow a broker's log, and report appended messages to the monitor.

The program is ``python -m include.scenarios.reliable_ack.programs.receipts <job file>``.

The paper's broker itself records the receipt of each message, before it appends the message. Here the broker
is not changed. Instead, this program is a consumer of all appended messages, both committed and uncommitted.
A broker gives a message to consumers only when all in-sync replicas have the message. So this receipt
guarantees more than the paper's receipt.
"""

import numpy as np
from confluent_kafka import KafkaException

from include.load.client_failure import METADATA_TIMEOUT_SECONDS, TopicOperation, client_failure
from include.load.group_consumer import POLL_MESSAGES, POLL_SECONDS, GroupConsumer
from include.load.load_program import run_program
from include.load.message_headers import headers_of
from include.load.signals import ProgramSignals
from include.scenarios.reliable_ack.programs.jobs import (
    FrameKind,
    ReceiptsJob,
    connect_to_monitor,
    encode_frame,
)


class ReceiptReporter:
    """Reads the partitions whose preferred leaders are brokers that this program follows.

    The program reads these partitions also while other brokers lead them.
    """

    def __init__(self, job: ReceiptsJob, signals: ProgramSignals) -> None:
        self._job = job
        self._signals = signals
        self._consumer = GroupConsumer(job.client_settings, job.topic)
        self._monitor = connect_to_monitor(job.folder)
        self._reported = 0
        self._is_connected = True

    def get_ready(self) -> None:
        """Begin to read the followed partitions at their first offsets."""
        if partitions := self._followed_partitions():
            self._consumer.join(partitions)

    def run(self) -> None:
        """Report receipts until the program is told to stop."""
        while not self._signals.stopping:
            if messages := self._consumer.receive(POLL_SECONDS, POLL_MESSAGES):
                headers = headers_of([message.value() or b"" for message in messages])
                self._report(headers["id"][headers["cell"] == self._job.cell])

    def leave(self) -> None:
        self._monitor.close()
        self._consumer.client.close()

    def counts(self) -> dict[str, int]:
        return {"receipts": self._reported}

    def _followed_partitions(self) -> list[int]:
        """The partitions whose preferred leaders are brokers that this program follows.

        If there are more of these brokers than receipt reporters, a receipt reporter follows several brokers.
        The reporters ask at different times. So they share the partitions by the assignment of replicas,
        which is the same at all times, and not by the live brokers and leaders: a partition whose leader was
        fenced for a moment would have no reporter.
        """
        metadata = self._consumer.client.list_topics(self._job.topic, timeout=METADATA_TIMEOUT_SECONDS)
        partitions = metadata.topics[self._job.topic].partitions
        preferred = {id: partition.replicas[0] for id, partition in partitions.items()}
        brokers = sorted(set(preferred.values()))[self._job.index :: self._job.of]
        return sorted(id for id, leader in preferred.items() if leader in brokers)

    def _report(self, ids: np.ndarray) -> None:
        """Send receipts to the monitor, unless the monitor was killed."""
        if not ids.size or not self._is_connected:
            return
        try:
            self._monitor.sendall(encode_frame(FrameKind.RECEIPTS, content=ids.astype("<i8").tobytes()))
            self._reported += ids.size
        except ConnectionError:
            self._is_connected = False


if __name__ == "__main__":
    run_program(
        ReceiptReporter, ReceiptsJob, KafkaException, client_failure("receipt reporter", TopicOperation.READ)
    )
