"""When each message is created: immediately, or at a fixed rate."""

from time import monotonic_ns, sleep

NS_PER_SECOND = 1_000_000_000


class RateLimiter:
    """The creation times of messages. At a fixed rate they do not depend on how fast messages are sent.

    A stall of the producer therefore remains visible in the latencies of all messages that it delayed.
    """

    def __init__(self, rate: float | None, began_ns: int | None = None) -> None:
        """Begin the schedule.

        Args:
            rate: Messages per second; None: no limit.
            began_ns: When message 0 was due, if an earlier producer began the schedule; None: it begins now.
        """
        self._rate = rate
        self._began_ns = monotonic_ns() if began_ns is None else began_ns

    def creation_ns(self, message: int) -> int:
        """Return when a message is created, in ns: now or, at a fixed rate, when the message is due."""
        if self._rate is None:
            return monotonic_ns()
        return self._began_ns + offset_ns(message, self._rate)

    def is_early(self, message: int) -> bool:
        """Return whether a message is not due yet."""
        return self._rate is not None and self.creation_ns(message) > monotonic_ns()

    def sleep_until_due(self, message: int) -> None:
        """Sleep until a message is due; return at once if it is due, or if there is no rate."""
        if self._rate is None:
            return
        due_ns = self.creation_ns(message)
        while (left := due_ns - monotonic_ns()) > 0:
            sleep(left / NS_PER_SECOND)


def offset_ns(message: int, rate: float) -> int:
    """Return the time in ns from the creation of message 0 to that of a message, at a fixed rate."""
    return int(message * NS_PER_SECOND / rate)
