"""Send messages, and give up what is not acknowledged in time:
``python -m include.producers.scenarios.reliable_ack.limited_producer <job file>``."""

from math import inf
from time import monotonic

from confluent_kafka import KafkaException

from include.load_runtime.main import run_program
from include.load_runtime.scenarios.reliable_ack.jobs import LimitedProducerJob
from include.load_runtime.signals import ProgramSignals
from include.producers.delivery import FLUSH_SECONDS, DeliveryProducer, explain_failure
from include.producers.rate_limiter import moment_after


class LimitedProducer(DeliveryProducer):
    """A producer that gives up what is not acknowledged within a time after the last send."""

    def __init__(self, job: LimitedProducerJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._drain_seconds = job.drain_seconds
        self._drain_until = inf

    def _send_all(self) -> None:
        """Send messages; then the time of the drain begins."""
        super()._send_all()
        self._drain_until = moment_after(self._drain_seconds)

    def _drain(self) -> None:
        """Wait for acknowledgements; when the time is over, let the client give up what it still has.

        The client reports which of these messages it never sent, and which may be in the log.
        """
        while self._producer.flush(min(FLUSH_SECONDS, max(0, self._drain_until - monotonic()))):
            self._progress.report(self.sent, self.log.reported)
            if monotonic() >= self._drain_until or self._signals.stopping:
                self._producer.purge()
                self._producer.flush(FLUSH_SECONDS)
                return


if __name__ == "__main__":
    run_program(LimitedProducer, LimitedProducerJob, KafkaException, explain_failure)
