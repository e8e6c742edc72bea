"""When a message should be sent, at a fixed rate."""

from time import monotonic_ns

from confluent_kafka import Producer

NS = 1_000_000_000


def due_ns(began_ns: int, message: int, rate: float) -> int:
    """When message number ``message`` is due, in ns of the clock that ``began_ns`` is of."""
    return began_ns + int(message * NS / rate)


def serve_until(producer: Producer, due: int) -> None:
    """Serve delivery reports until it is time; return at once when it is late."""
    while (left := due - monotonic_ns()) > 0:
        producer.poll(left / NS)
