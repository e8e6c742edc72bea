"""Send messages without waiting for brokers, and a copy of each message to a monitor:
``python -m include.producers.scenarios.reliable_ack.producer <job file>``."""

from time import monotonic_ns

from confluent_kafka import KafkaException

from include.load_runtime.main import run_program
from include.load_runtime.scenarios.reliable_ack.jobs import MonitoredProducerJob
from include.load_runtime.signals import ProgramSignals
from include.producers.delivery import explain_failure
from include.producers.scenarios.reliable_ack.limited_producer import LimitedProducer
from include.producers.scenarios.reliable_ack.monitor_sender import MonitorSender


class MonitoredProducer(LimitedProducer):
    """A producer that requests no acknowledgements, because its monitor retransmits lost messages.

    It waits until its client's buffer has room, or gives the message to the monitor alone, which sends it
    when it retransmits. It waits for the connections to the monitor, but is not told whether a copy arrived.
    """

    def __init__(self, job: MonitoredProducerJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        connections = job.copy_connections
        self._monitor = MonitorSender.connect(job.folder, connections, job.copy_congestion_control)
        self._leaves_to_monitor = job.leaves_to_monitor
        self._left_to_monitor = 0
        self._uncopied = 0

    def counts(self) -> dict[str, int]:
        return {**super().counts(), "left_to_monitor": self._left_to_monitor, "uncopied": self._uncopied}

    def _send_all(self) -> None:
        """Send all messages and copies; close the monitor's connections before the client is flushed."""
        super()._send_all()
        self._monitor.close(self._drain_until)

    def _produce(self, partition: int) -> None:
        batch = self._batch
        has_room = self._buffer.has_room(self._handed_over, len(batch))
        if not has_room and self._leaves_to_monitor and self._monitor.is_connected:
            self._leave_to_monitor()
        else:
            super()._produce(partition)
        values = [message["value"] for message in batch.messages]
        if not self._monitor.send(partition, values):
            self._uncopied += len(batch)

    def _leave_to_monitor(self) -> None:
        self.log.handed_over(self._batch.ids, monotonic_ns())
        # The client never has these messages, so it reports nothing.
        self.log.count_as_reported(len(self._batch))
        self._left_to_monitor += len(self._batch)


if __name__ == "__main__":
    run_program(MonitoredProducer, MonitoredProducerJob, KafkaException, explain_failure)
