"""When each message is due: at a fixed rate, or at once."""

from math import inf
from time import monotonic, monotonic_ns, sleep

NS_PER_SECOND = 1_000_000_000

AT_ONCE = 0
"""The due time of every message if there is no fixed rate: the message is due at once."""


class RateLimiter:
    """The times at which messages are due. These times do not depend on the speed of sending.

    A message counts as created when it is due, so that a stall of the producer is visible in the latencies of
    all delayed messages. Without a fixed rate, a message is created when it is sent.
    """

    def __init__(self, rate: float | None, began_ns: int | None = None) -> None:
        """Begin the schedule.

        Args:
            began_ns: When message 0 was due, if an earlier producer began the schedule; None: it begins now.
        """
        self._rate = rate
        self._began_ns = monotonic_ns() if began_ns is None else began_ns

    def due_ns(self, message: int) -> int:
        """The time in ns at which a message is due; ``AT_ONCE`` without a fixed rate."""
        return AT_ONCE if self._rate is None else self._began_ns + offset_ns(message, self._rate)


def offset_ns(message: int, rate: float) -> int:
    """The time in ns from the due time of message 0 to that of ``message``, at a fixed rate."""
    return int(message * NS_PER_SECOND / rate)


def moment_after(seconds: float | None) -> float:
    """The time of the monotonic clock ``seconds`` from now, in s; infinite for None."""
    return inf if seconds is None else monotonic() + seconds


def sleep_until(due_ns: int) -> None:
    """Sleep until ``due_ns``; return at once if this time has passed."""
    while (left := due_ns - monotonic_ns()) > 0:
        sleep(left / NS_PER_SECOND)
