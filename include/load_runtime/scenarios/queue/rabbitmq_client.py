"""A connection to RabbitMQ, and its errors in words."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from socket import SO_RCVTIMEO, SOL_SOCKET, TCP_USER_TIMEOUT

import amqp

from include.load_runtime.scenarios.queue.jobs import QueueError

CONNECTED = 5.0
"""Seconds within which the server must be connected to."""


class Connection(amqp.Connection):  # type: ignore[misc]  # without types
    """One that doesn't look for a word from the server before each message that it sends.

    A server that takes no more doesn't read from the connection, which then holds the sender up.
    """

    negotiate_capabilities = {  # noqa: RUF012 - as the client has it
        **amqp.Connection.negotiate_capabilities,
        "connection.blocked": False,
    }


def connect(address: str) -> Connection:
    """A connection to the server at host and port.

    The client would end it when the server takes nothing for a second, which is no reason to.
    """
    connection = Connection(address, connect_timeout=CONNECTED, socket_settings={TCP_USER_TIMEOUT: 0})
    connection.connect()
    return connection


def wait_at_most(connection: Connection, seconds: float) -> None:
    """From now on, have ``drain_events`` raise a TimeoutError when nothing comes for so long.

    By an option of the socket: its own timeout would cost two more system calls for every read.
    """
    whole = int(seconds)
    parts = struct.pack("ll", whole, int((seconds - whole) * 1e6))
    connection.sock.setsockopt(SOL_SOCKET, SO_RCVTIMEO, parts)


@contextmanager
def told(address: str) -> Iterator[None]:
    """Say in a sentence what went wrong within.

    Raises:
        QueueError: the server can't be reached, or refused.
    """
    try:
        yield
    except (amqp.AMQPError, OSError) as error:
        raise QueueError(f"RabbitMQ at {address}: {error}") from error
