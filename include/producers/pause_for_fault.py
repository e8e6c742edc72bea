"""The pause of a producer, so that a fault strikes between two messages that the plan names."""

from math import inf

from include.load_runtime.events import EventKind, emit
from include.load_runtime.signals import ProgramSignals

UNREPORTED_MESSAGES = 50
"""The number of messages before its pause at which the producer stops taking delivery reports.

The fault then strikes after brokers have written messages and before the producer knows of it.
"""


class PauseForFault:
    """A producer pauses once, after a number of messages."""

    def __init__(self, signals: ProgramSignals, after: int | None) -> None:
        """``after`` is the number of messages; None: there is no pause."""
        self._signals = signals
        self._after = inf if after is None else after

    def is_near(self, sent: int) -> bool:
        """Whether the delivery reports of the messages that are sent now are not taken."""
        return sent >= self._after - UNREPORTED_MESSAGES

    def is_due(self, sent: int) -> bool:
        """Whether so many messages were sent that the producer pauses."""
        return sent >= self._after

    def wait(self, sent: int) -> None:
        """Say that the producer has paused, and wait until it is told to go on."""
        self._after = inf
        emit(EventKind.PAUSED, counts={"sent": sent})
        self._signals.wait_for_resume()
