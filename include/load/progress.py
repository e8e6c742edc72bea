"""Report a load program's progress: at an interval, and at once when other programs wait for the report."""

from collections.abc import Callable, Mapping, Sequence
from time import monotonic_ns

from include.load.events import EventKind, emit

SENDING_INTERVAL_NS = 250_000_000

RECEIVING_INTERVAL_NS = 100_000_000


class Progress:
    """Emits the ``progress`` events of a program that sends or receives messages."""

    def __init__(self, interval_ns: int, milestones: Sequence[int] = ()) -> None:
        """``milestones``: numbers of messages, ascending. When one is reached, it is reported at once."""
        self._interval_ns = interval_ns
        self._milestones = milestones
        self._next_milestone = 0
        self._due_ns = 0
        self._at_end: dict[int, int] = {}

    def report(
        self,
        messages: int,
        counts: Callable[[], dict[str, int]],
        at_end: Mapping[int, int] | None = None,
        positions: Callable[[], dict[int, int]] = dict,
    ) -> None:
        """Emit an event if the interval has passed, a milestone is reached, or ``at_end`` has changed.

        ``at_end`` has the end offset of each partition that was read to the end. ``positions`` is called only
        for an event.
        """
        now = monotonic_ns()
        milestones = self._milestones
        is_at_milestone = (
            self._next_milestone < len(milestones) and messages >= milestones[self._next_milestone]
        )
        if now >= self._due_ns or is_at_milestone or (at_end or {}) != self._at_end:
            self._next_milestone += is_at_milestone
            self._due_ns = now + self._interval_ns
            self._at_end = dict(at_end or {})
            emit(EventKind.PROGRESS, counts=counts(), at_end=self._at_end, positions=positions())
