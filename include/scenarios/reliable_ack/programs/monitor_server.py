"""The server of a monitor: connections that bring copies, and connections that bring receipts."""

import selectors
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field

from include.scenarios.reliable_ack.programs.jobs import Address, Frame, FrameDecoder, FrameKind

RECEIVE_BYTES = 262_144
"""The maximum number of bytes to receive from a connection before the next connection is read."""


@dataclass(eq=False)
class ClientConnection:
    """A connection that another program made to this server."""

    socket: socket.socket
    decoder: FrameDecoder = field(default_factory=FrameDecoder)
    brings_copies: bool = False


class MonitorServer:
    """Receives the frames of all connections, in the order of their arrival."""

    def __init__(self, host: str) -> None:
        """Listen on a free port of the address ``host``."""
        self._listener = socket.create_server((host, 0), backlog=128)
        self._listener.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._copy_connections = 0
        self._closed_copy_connections = 0

    @property
    def address(self) -> Address:
        host, port = self._listener.getsockname()
        return host, port

    @property
    def has_all_copies(self) -> bool:
        """Whether the producer has closed every connection that brings copies."""
        return self._copy_connections > 0 and self._closed_copy_connections == self._copy_connections

    def frames(self, timeout_seconds: float) -> Iterator[Frame]:
        """Yield the frames that have arrived. Wait at most ``timeout_seconds`` for the first frame."""
        for key, _ in self._selector.select(timeout_seconds):
            if key.fileobj is self._listener:
                self._accept()
            else:
                yield from self._received(key.data)

    def close(self) -> None:
        for key in list((self._selector.get_map() or {}).values()):
            self._selector.unregister(key.fileobj)
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()

    def _accept(self) -> None:
        try:
            connection, _ = self._listener.accept()
        except BlockingIOError:  # The client has already disconnected.
            return
        connection.setblocking(False)
        self._selector.register(connection, selectors.EVENT_READ, ClientConnection(connection))

    def _received(self, connection: ClientConnection) -> Iterator[Frame]:
        try:
            piece = connection.socket.recv(RECEIVE_BYTES)
        except BlockingIOError:
            return
        except OSError:  # The client has ended, and its connection was reset.
            piece = b""
        if not piece:
            self._close(connection)
            return
        for frame in connection.decoder.take(piece):
            if frame.kind is FrameKind.COPY_CONNECTION:
                connection.brings_copies, self._copy_connections = True, frame.number
            else:
                yield frame

    def _close(self, connection: ClientConnection) -> None:
        self._closed_copy_connections += connection.brings_copies
        self._selector.unregister(connection.socket)
        connection.socket.close()
