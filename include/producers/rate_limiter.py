"""When each message is created: immediately, or at a fixed rate."""

from time import monotonic_ns, sleep

from confluent_kafka import Producer

NS_PER_SECOND = 1_000_000_000


class RateLimiter:
    """The creation times of messages. At a fixed rate they do not depend on how fast messages are sent.

    A stall of the producer therefore remains visible in the latencies of all messages that it delayed.
    """

    def __init__(self, rate: float | None) -> None:
        """``rate`` is messages per second; None: no limit."""
        self._rate = rate
        self._began_ns = monotonic_ns()

    def creation_ns(self, message: int) -> int:
        """Return when a message is created, in ns: now or, at a fixed rate, when the message is due."""
        if self._rate is None:
            return monotonic_ns()
        return self._began_ns + int(message * NS_PER_SECOND / self._rate)

    def is_early(self, creation_ns: int) -> bool:
        """Return whether a message is not due yet."""
        return self._rate is not None and creation_ns > monotonic_ns()


def serve_until(producer: Producer, due_ns: int) -> None:
    """Take delivery reports until a time, in ns; return at once if that time has passed."""
    while (left := due_ns - monotonic_ns()) > 0:
        producer.poll(left / NS_PER_SECOND)


def sleep_until(due_ns: int) -> None:
    """Sleep until a time, in ns, and take no delivery report; return at once if that time has passed."""
    while (left := due_ns - monotonic_ns()) > 0:
        sleep(left / NS_PER_SECOND)
