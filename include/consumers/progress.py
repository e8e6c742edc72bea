"""A consumer's progress: reported at an interval, and at once when the consumer has read to an end."""

import sys
from collections.abc import Callable, Mapping
from time import monotonic_ns

from include.load_runtime.events import EventKind, emit

INTERVAL_NS = 100_000_000


class ProgressReporter:
    """Prints ``progress`` events."""

    def __init__(self, messages: int) -> None:
        self._messages = messages
        self._due = 0
        self._at_end: dict[int, int] = {}

    def report(self, different: int, at_end: Mapping[int, int], counts: Callable[[], dict[str, int]]) -> None:
        """Print an event if the interval is over, all messages have arrived, or ``at_end`` has changed.

        Args:
            different: How many different messages have arrived.
            at_end: The partitions that were read to their end, and the offset of that end.
            counts: Returns the event's counts.
        """
        now = monotonic_ns()
        complete = different == self._messages
        if now >= self._due or (complete and self._due < sys.maxsize) or at_end != self._at_end:
            self._due = sys.maxsize if complete else now + INTERVAL_NS
            self._at_end = dict(at_end)
            emit(EventKind.PROGRESS, counts=counts(), at_end=self._at_end)
