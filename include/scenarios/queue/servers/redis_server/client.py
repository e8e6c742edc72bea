"""Connections to Redis, and the client's errors as sentences."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from include.scenarios.queue.errors import QueueError

CONNECT_TIMEOUT_SECONDS = 5.0

ANSWER_TIMEOUT_SECONDS = 60.0

MESSAGE_FIELD = b"message"
"""The field of a stream's entry that contains the message."""

CONSUMER_GROUP = "consumers"


def redis_client(address: str) -> Redis:
    """A client of the server at a host and port. The client does not retry requests."""
    host, _, port = address.rpartition(":")
    return Redis(
        host=host,
        port=int(port),
        protocol=2,
        socket_connect_timeout=CONNECT_TIMEOUT_SECONDS,
        socket_timeout=ANSWER_TIMEOUT_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )


@contextmanager
def redis_errors(server: str, address: str) -> Iterator[None]:
    """Turn the client's errors inside the block into errors that name the server, for the user.

    Raises:
        QueueError: The server cannot be reached, or refused a request, e.g. because its memory is full.
    """
    try:
        yield
    except RedisError as error:
        raise QueueError(f"{server} at {address}: {error}") from error
