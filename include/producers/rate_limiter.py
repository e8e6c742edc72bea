"""When each message is created: at once, or when it is due at a fixed rate."""

from time import monotonic_ns

from confluent_kafka import Producer

NS = 1_000_000_000


class Pace:
    """Creation times. At a fixed rate (messages per second) they don't depend on how sending goes.

    That is what keeps a stall of the producer visible in the latencies of all messages it delayed.
    """

    def __init__(self, rate: float | None) -> None:
        self._rate = rate
        self._began = monotonic_ns()

    def creation(self, message: int) -> int:
        """When a message is created, in ns: now, or when it is due."""
        if self._rate is None:
            return monotonic_ns()
        return self._began + int(message * NS / self._rate)

    def is_early(self, creation_ns: int) -> bool:
        """Whether the message isn't due yet."""
        return self._rate is not None and creation_ns > monotonic_ns()


def serve_until(producer: Producer, due_ns: int) -> None:
    """Serve delivery reports until it is time; return at once when it is late."""
    while (left := due_ns - monotonic_ns()) > 0:
        producer.poll(left / NS)
