"""The pause of a load program, so that a fault strikes between two messages that the plan names."""

from collections.abc import Mapping
from math import inf

from include.load_runtime.events import EventKind, emit
from include.load_runtime.signals import ProgramSignals

UNREPORTED_MESSAGES = 50
"""The number of messages before its pause at which the producer stops taking delivery reports.

The fault then strikes after brokers have written messages and before the producer knows of it.
"""


class PauseForFault:
    """A program pauses once, after a number of messages."""

    def __init__(self, signals: ProgramSignals, after: int | None) -> None:
        """``after`` is the number of messages; None: there is no pause."""
        self._signals = signals
        self._after = inf if after is None else after

    def is_near(self, sent: int) -> bool:
        """Whether a producer does not take the delivery reports of the messages that it sends now."""
        return sent >= self._after - UNREPORTED_MESSAGES

    def is_due(self, messages: int) -> bool:
        """Whether the program pauses, after it has sent, copied or processed so many messages."""
        return messages >= self._after

    def wait(self, counts: Mapping[str, int]) -> None:
        """Say that the program has paused, with its counts, and wait until it is told to go on."""
        self._after = inf
        emit(EventKind.PAUSED, counts=counts)
        self._signals.wait_for_resume()
