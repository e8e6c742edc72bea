"""A connection to Redis, and its errors in words."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from include.load_runtime.scenarios.queue.jobs import QueueError

CONNECTED = 5.0
"""Seconds within which the server must be connected to."""

ANSWERED = 60.0
"""Seconds within which it must answer."""

FIELD = b"message"
"""What an entry of a stream holds the message in."""

GROUP = "consumers"
"""Who reads a stream."""


def connect(address: str) -> Redis:
    """A client of the server at host and port. What is lost on the way is not sent again behind our back."""
    host, _, port = address.rpartition(":")
    return Redis(
        host=host,
        port=int(port),
        protocol=2,
        socket_connect_timeout=CONNECTED,
        socket_timeout=ANSWERED,
        retry=Retry(NoBackoff(), 0),
    )


@contextmanager
def told(address: str) -> Iterator[None]:
    """Say in a sentence what went wrong within.

    Raises:
        QueueError: the server can't be reached, or refused; when its memory is full, for instance.
    """
    try:
        yield
    except RedisError as error:
        raise QueueError(f"Redis at {address}: {error}") from error
