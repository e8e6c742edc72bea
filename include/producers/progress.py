"""Report how many messages a producer has sent: at an interval, and at once when a milestone is reached."""

from collections.abc import Sequence
from time import monotonic_ns

from include.load_runtime.events import EventKind, emit

INTERVAL_NS = 250_000_000


class ProgressReports:
    """Emits the events of a producer's progress."""

    def __init__(self, milestones: Sequence[int]) -> None:
        """``milestones`` are numbers of sent messages, in ascending order, that are reported at once."""
        self._milestones = milestones
        self._next_milestone = 0
        self._due_ns = 0

    def report(self, sent: int, reported: int) -> None:
        """Emit an event if one is due.

        Args:
            sent: The number of messages handed over so far.
            reported: The number of messages with a delivery report so far.
        """
        now = monotonic_ns()
        milestones = self._milestones
        passed = self._next_milestone < len(milestones) and sent >= milestones[self._next_milestone]
        if now >= self._due_ns or passed:
            self._next_milestone += passed
            self._due_ns = now + INTERVAL_NS
            emit(EventKind.PROGRESS, counts={"sent": sent, "reported": reported})
