"""Search the highest rate that a cell sustains: ``python -m include.producers.capacity <job file>``.

The producer offers one rate after another, each for some seconds. A rate is sustained if the brokers
acknowledge, and the consumers receive, within 1 % of it, so that nothing queues.
"""

from math import ceil
from time import monotonic, monotonic_ns, process_time_ns

import numpy as np
from confluent_kafka import KafkaException

from include.load_runtime.held_rate import rate_held
from include.load_runtime.job import CapacityJob
from include.load_runtime.main import run_program
from include.load_runtime.receipt_times import AllReceiptTimes
from include.load_runtime.signals import ProgramSignals
from include.producers.capacity_search import CapacitySearch
from include.producers.delivery import DeliveryProducer, explain_failure
from include.producers.load_steps import LoadStep, load_steps_table
from include.producers.rate_limiter import NS_PER_SECOND, RateLimiter, moment_after, offset_ns
from include.producers.send_buffer import SendBuffer
from include.rawlog.schemas import LOAD_STEPS_FILE
from include.rawlog.table_writer import write_table

BURST_SECONDS = 1.0
"""The duration of the first step without an earlier capacity: unthrottled, to find a rate to begin with."""

BURST_MESSAGES = 4096
"""The number of unacknowledged messages in that step, so that no long queue must be waited for afterwards."""

DRAIN_SECONDS = 2.0
"""The maximum time to wait between two steps until all messages were received."""

DRAIN_POLL_SECONDS = 0.02


class CapacityProducer(DeliveryProducer):
    """Sends messages at one rate after another until the capacity is known, or the time is over."""

    def __init__(self, job: CapacityJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._capacity_job = job
        self._position = 0
        self._steps: list[LoadStep] = []

    def write(self) -> None:
        """Write the producer's part of the raw log, and the steps of the search."""
        super().write()
        write_table(self._job.folder / LOAD_STEPS_FILE, load_steps_table(self._steps))

    def _send_all(self) -> None:
        job = self._capacity_job
        self._receipts = AllReceiptTimes.open(job.folder, job.consumers)
        self._stop_at = ends_at = moment_after(job.search_seconds)
        search = CapacitySearch(job.first_rate or self._burst().achieved)
        while not search.is_complete and monotonic() + job.step_seconds < ends_at:
            self._stop_at = ends_at
            step = self._step(search.next_rate)
            search.record(step.achieved, step.is_sustained)

    def _burst(self) -> LoadStep:
        """Send as fast as possible for a short time."""
        self._stop_at = moment_after(BURST_SECONDS)
        usual, self._buffer = self._buffer, SendBuffer(self.log, self._events, BURST_MESSAGES)
        step = self._sent_step(None, len(self._to_send))
        self._buffer = usual
        return step

    def _step(self, rate: float) -> LoadStep:
        """Offer a rate for the duration of a step."""
        messages = ceil(rate * self._capacity_job.step_seconds)
        return self._sent_step(rate, min(self._position + messages, len(self._to_send)))

    def _sent_step(self, rate: float | None, end: int) -> LoadStep:
        """Send the messages before ``end``, wait until they were received, and record what came of it."""
        first, began_ns, cpu_ns = self._position, monotonic_ns(), process_time_ns()
        limiter = RateLimiter(rate, began_ns - offset_ns(first, rate) if rate else None)
        self._position = self._send_range(first, end, limiter)
        ended_ns, cpu_ns = monotonic_ns(), process_time_ns() - cpu_ns
        self._wait_until_received(first)
        step = LoadStep(
            rate=rate,
            began_ns=began_ns,
            ended_ns=ended_ns,
            first=first,
            messages=self._position - first,
            achieved=self._achieved(first, began_ns),
            held_percent=self._held_percent(first) if rate and self._position == end else 0.0,
            generator_cpu=cpu_ns / (ended_ns - began_ns),
        )
        self._steps.append(step)
        return step

    def _wait_until_received(self, first: int) -> None:
        """Commit what was sent; return when it was received, or when it takes too long."""
        self._stop_at = moment_after(DRAIN_SECONDS)
        self._hand_over()
        self._commit(self._position)
        while not self._is_over() and (self._receipts.of(first, self._position) < 0).any():
            self._events.wait(DRAIN_POLL_SECONDS)

    def _achieved(self, first: int, began_ns: int) -> float:
        """Return the rate at which messages of a step were received, in messages per second."""
        received_ns = self._receipts.of(first, self._position)
        received = int(np.count_nonzero(received_ns >= 0))
        return received * NS_PER_SECOND / (int(received_ns.max()) - began_ns) if received else 0.0

    def _held_percent(self, first: int) -> float:
        """Return how much of a step's rate was held, in percent, by brokers and by consumers."""
        end, sent = self._position, self._position - first
        due_ns, acked_ns, partitions = self.log.acknowledgements(first, end)
        received_ns = self._receipts.of(first, end)
        return min(
            rate_held(due_ns[done], done_ns[done], partitions[done], sent)
            for done_ns in (acked_ns, received_ns)
            for done in (done_ns >= 0,)
        )


if __name__ == "__main__":
    run_program(CapacityProducer, CapacityJob, KafkaException, explain_failure)
