"""Connections to RabbitMQ, and the client's errors as sentences."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from socket import SO_RCVTIMEO, SOL_SOCKET, TCP_USER_TIMEOUT

import amqp

from include.scenarios.queue.errors import QueueError

CONNECT_TIMEOUT_SECONDS = 5.0


class RabbitConnection(amqp.Connection):  # type: ignore[misc]  # the package has no types
    """A connection that does not poll the server before each message that it sends.

    If the server accepts no more messages, it stops reading from the connection, and sending blocks.
    """

    negotiate_capabilities = {  # noqa: RUF012 - a class attribute of the client's own connection
        **amqp.Connection.negotiate_capabilities,
        "connection.blocked": False,
    }


def connect_to_rabbitmq(address: str) -> RabbitConnection:
    """A connection to the server at a host and port.

    ``TCP_USER_TIMEOUT`` is disabled: the client's default closes the connection when the server reads nothing
    for a second.
    """
    connection = RabbitConnection(
        address, connect_timeout=CONNECT_TIMEOUT_SECONDS, socket_settings={TCP_USER_TIMEOUT: 0}
    )
    connection.connect()
    return connection


def set_receive_timeout(connection: RabbitConnection, seconds: float) -> None:
    """Make ``drain_events`` raise a TimeoutError if nothing arrives for this number of seconds.

    The time-out is an option of the socket. Python's own timeout would add two system calls to every read.
    """
    whole = int(seconds)
    timeval = struct.pack("ll", whole, int((seconds - whole) * 1e6))
    connection.sock.setsockopt(SOL_SOCKET, SO_RCVTIMEO, timeval)


@contextmanager
def rabbitmq_errors(address: str) -> Iterator[None]:
    """Turn the client's errors inside the block into errors whose message is for the user.

    Raises:
        QueueError: The server cannot be reached, or refused a request.
    """
    try:
        yield
    except (amqp.AMQPError, OSError) as error:
        raise QueueError(f"RabbitMQ at {address}: {error}") from error
