"""Send messages without waiting, and a copy of each to a monitor:
``python -m include.producers.scenarios.reliable_ack.producer <job file>``."""

from time import monotonic_ns

from confluent_kafka import KafkaException

from include.load_runtime.main import run_program
from include.load_runtime.network_env import NetworkError
from include.load_runtime.scenarios.reliable_ack.jobs import CopyingJob
from include.load_runtime.signals import Lifetime
from include.producers.delivery import DeliveryProducer, explained
from include.producers.scenarios.reliable_ack.monitor_sender import Copies


class CopyingProducer(DeliveryProducer):
    """A producer that fires and forgets, since its monitor doesn't.

    It never waits for brokers: what its client has no room for goes to the monitor alone, which sends it when
    it has come round to it. It waits for the connections to the monitor, and whether a copy has arrived it
    isn't told.
    """

    def __init__(self, job: CopyingJob, lifetime: Lifetime) -> None:
        super().__init__(job, lifetime)
        connections = job.copy_connections
        self._copies = Copies.to_monitor(job.folder, connections, job.copy_congestion_control)
        self._left_to_monitor = 0
        self._uncopied = 0

    def counts(self) -> dict[str, int]:
        """The same as of any producer; messages that only the monitor was given, and those that it wasn't."""
        return {
            **super().counts(),
            "left_to_monitor": self._left_to_monitor,
            "uncopied": self._uncopied,
        }

    def _send_all(self) -> None:
        """The copies don't wait for what the client still has to send."""
        super()._send_all()
        self._copies.close()

    def _give(self, partition: int) -> None:
        batch = self._batch
        if self._has_room(len(batch)) or not self._copies.are_taken:
            super()._give(partition)
        else:
            self._leave_to_monitor()
        values = [message["value"] for message in batch]
        if not self._copies.send(partition, values):
            self._uncopied += len(batch)

    def _leave_to_monitor(self) -> None:
        self.log.handed_over(self._ids, monotonic_ns())
        self.log.reported += len(self._batch)  # the client, which never had them, will report nothing
        self._left_to_monitor += len(self._batch)


def explained_copying(failure: KafkaException | NetworkError, job: CopyingJob) -> str:
    """Why it gave up, for a user."""
    return str(failure) if isinstance(failure, NetworkError) else explained(failure, job)


if __name__ == "__main__":
    run_program(CopyingProducer, CopyingJob, (KafkaException, NetworkError), explained_copying)
