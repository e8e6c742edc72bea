"""Where a monitor listens: connections that bring copies, and connections that bring receipts."""

import selectors
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field

from include.load_runtime.scenarios.reliable_ack.monitor_protocol import Frame, FrameKind, FrameReader
from include.load_runtime.scenarios.reliable_ack.rendezvous import Address

AT_ONCE = 262_144
"""Bytes taken from a connection before another has its turn."""


@dataclass(eq=False)
class Connection:
    """A connection that somebody made."""

    socket: socket.socket
    reader: FrameReader = field(default_factory=FrameReader)
    copying: int = 0
    """Over how many connections copies come, where this is one of them."""


class Inbox:
    """Takes frames as they come, from whichever connection."""

    def __init__(self, host: str) -> None:
        """Listen on a free port of that address."""
        self._listener = socket.create_server((host, 0), backlog=128)
        self._listener.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._copying_over = 0
        self._copied_over = 0

    @property
    def address(self) -> Address:
        """Where it listens."""
        host, port = self._listener.getsockname()
        return host, port

    @property
    def has_all_copies(self) -> bool:
        """Whether the producer has closed every connection over which its copies came."""
        return self._copying_over > 0 and self._copied_over == self._copying_over

    def frames(self, patience: float) -> Iterator[Frame]:
        """What has come, waiting so many seconds for a first."""
        for key, _ in self._selector.select(patience):
            if key.fileobj is self._listener:
                self._accept()
            else:
                yield from self._taken(key.data)

    def close(self) -> None:
        """Listen no more; whoever is connected is told so."""
        for key in list((self._selector.get_map() or {}).values()):
            self._selector.unregister(key.fileobj)
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()

    def _accept(self) -> None:
        try:
            made, _ = self._listener.accept()
        except BlockingIOError:  # whoever it was has gone again
            return
        made.setblocking(False)
        self._selector.register(made, selectors.EVENT_READ, Connection(made))

    def _taken(self, connection: Connection) -> Iterator[Frame]:
        try:
            piece = connection.socket.recv(AT_ONCE)
        except BlockingIOError:
            return
        except OSError:  # reset: whoever it was is gone
            piece = b""
        if not piece:
            self._closed(connection)
            return
        for frame in connection.reader.take(piece):
            if frame.kind is FrameKind.COPYING:
                connection.copying = self._copying_over = frame.number
            else:
                yield frame

    def _closed(self, connection: Connection) -> None:
        self._copied_over += bool(connection.copying)
        self._selector.unregister(connection.socket)
        connection.socket.close()
