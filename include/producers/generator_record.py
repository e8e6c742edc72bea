"""The CPU time and lateness of a producer from its first timed message until all messages are sent."""

from array import array
from dataclasses import dataclass
from time import monotonic_ns, process_time_ns, thread_time_ns

import numpy as np

from include.producers.event_polling import ClientEvents
from include.producers.rate_limiter import NS_PER_SECOND
from include.producers.sent_log import SentLog

LATENESS_PERCENTILES = (50, 99)


@dataclass(frozen=True)
class _Usage:
    """The CPU time used so far, in ns: of the whole process, and of its threads that run Python."""

    at_ns: int
    process_ns: int
    python_ns: int


class GeneratorRecord:
    """Records the CPU time and the lateness of a producer.

    The time for which the producer waits for brokers does not count as lateness.
    """

    def __init__(
        self, events: ClientEvents, untimed_messages: int, *, is_paced: bool, untimed_seconds: float = 0
    ) -> None:
        """``is_paced``: whether messages are due at a fixed rate, so that the producer can be late."""
        self._events, self._untimed_messages, self._is_paced = events, untimed_messages, is_paced
        self._untimed_ns, self._first_look_ns = int(untimed_seconds * NS_PER_SECOND), 0
        self._began: _Usage | None = None
        self._ended: _Usage | None = None
        self._released_ns: array[int] = array("q")

    def look(self, message: int) -> None:
        """Begin to record if ``message``, the id of the next message, is the first timed one."""
        if self._began is None and self._is_timed(message):
            self._events.forget_gaps()
            self._began = _Usage(
                at_ns=monotonic_ns(), process_ns=process_time_ns(), python_ns=self._python_ns()
            )

    def end(self) -> None:
        """Stop recording, because sending has ended.

        The clocks are read in the opposite order, so that the time of Python is within that of the process.
        """
        self._ended = _Usage(python_ns=self._python_ns(), process_ns=process_time_ns(), at_ns=monotonic_ns())

    def release(self) -> None:
        """Record the present time as the end of a wait that the producer did not cause."""
        self._released_ns.append(monotonic_ns())

    def counts(self, log: SentLog) -> dict[str, int]:
        """The time of sending, the CPU times, and the longest time without a poll, in ns.

        If messages are paced, the counts also contain the median and the 99th percentile of the lateness of
        timed messages. The lateness of a message is the time from its due time until its hand-over. If the
        producer had to wait until after the due time, the lateness begins at the end of the wait.

        Returns:
            An empty dictionary if no timed message was handed over.
        """
        if self._began is None or self._ended is None:
            return {}
        return {
            "sending_ns": self._ended.at_ns - self._began.at_ns,
            "sending_cpu_ns": self._ended.process_ns - self._began.process_ns,
            "sending_python_cpu_ns": self._ended.python_ns - self._began.python_ns,
            "longest_poll_gap_ns": self._events.longest_gap_ns,
            **(self._lateness(log) if self._is_paced else {}),
        }

    def _is_timed(self, message: int) -> bool:
        now_ns = monotonic_ns()
        self._first_look_ns = self._first_look_ns or now_ns
        return message >= self._untimed_messages and now_ns - self._first_look_ns >= self._untimed_ns

    def _lateness(self, log: SentLog) -> dict[str, int]:
        due_ns, handed_over_ns = log.hand_overs(self._untimed_messages)
        if not due_ns.size:
            return {}
        released_ns = np.sort(np.frombuffer(self._released_ns, np.int64))
        place = np.searchsorted(released_ns, handed_over_ns, side="right")
        since_ns = np.maximum(due_ns, np.concatenate([[0], released_ns])[place])
        late_ns = np.percentile(handed_over_ns - since_ns, LATENESS_PERCENTILES)
        names = (f"lateness_p{percentile}_ns" for percentile in LATENESS_PERCENTILES)
        return dict(zip(names, map(int, late_ns), strict=True))

    def _python_ns(self) -> int:
        """The CPU time of the threads that run Python: this one, and that which takes events."""
        return thread_time_ns() + self._events.cpu_ns()
