"""Copies of messages on their way to the monitor, over several connections at once."""

import select
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from socket import SHUT_WR, SO_SNDBUF, SOL_SOCKET, socket
from typing import Self

from include.load_runtime.network_env import congestion_control_of
from include.load_runtime.scenarios.reliable_ack.monitor_protocol import FrameKind, framed
from include.load_runtime.scenarios.reliable_ack.rendezvous import connected

SEND_BUFFER = 131_072
"""Bytes that a connection may hold for the network; the kernel by itself might choose megabytes. What lies
there was handed over, and is nowhere yet."""


class CopyConnection:
    """A connection, and what of the last frame it couldn't take yet."""

    def __init__(self, connection: socket) -> None:
        self.socket = connection
        self._rest = memoryview(b"")

    def begin(self, frame: bytes) -> bool:
        """Begin to send a frame; False where the one before isn't sent yet.

        Raises:
            OSError: the connection is gone.
        """
        if not self.go_on():
            return False
        self._rest = memoryview(frame)
        self.go_on()
        return True

    def go_on(self) -> bool:
        """Send more of the frame; whether all of it is sent.

        Raises:
            OSError: the connection is gone.
        """
        try:
            while self._rest:
                self._rest = self._rest[self.socket.send(self._rest) :]
        except BlockingIOError:
            return False
        return True


class Copies:
    """Each frame goes over whichever connection can take it; one that waits for a packet is passed by."""

    def __init__(self, connections: Sequence[socket]) -> None:
        for connection in connections:
            connection.sendall(framed(FrameKind.COPYING, len(connections)))
            connection.setblocking(False)
        self._living = [CopyConnection(connection) for connection in connections]

    @classmethod
    def to_monitor(cls, cell: Path, connections: int, congestion_control: str | None) -> Self:
        """Connect to the monitor of a cell.

        Raises:
            NetworkError: it can't be reached, or the kernel hasn't this congestion control.
        """
        made = [connected(cell) for _ in range(connections)]
        for connection in made:
            connection.setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER)
            if congestion_control:
                congestion_control_of(connection, congestion_control)
        return cls(made)

    @property
    def are_taken(self) -> bool:
        """Whether the monitor is there."""
        return bool(self._living)

    def send(self, partition: int, values: Sequence[bytes]) -> bool:
        """Send copies of messages that go to a partition, once a connection can take them.

        Returns:
            Whether they are on their way: not where the monitor is gone.
        """
        frame = framed(FrameKind.COPIES, partition, b"".join(values))
        while self._living:
            for connection in list(self._living):
                try:
                    if connection.begin(frame):
                        self._next_first(connection)
                        return True
                except OSError:
                    self._living.remove(connection)
            _wait_for(self._living)
        return False

    def close(self) -> None:
        """Send what is left, and say that it was the last."""
        while left := [connection for connection in self._living if not self._is_through(connection)]:
            _wait_for(left)
        for connection in self._living:
            with suppress(OSError):  # it has just gone
                connection.socket.shutdown(SHUT_WR)

    def _is_through(self, connection: CopyConnection) -> bool:
        """Whether it has nothing more to send; also where it is gone."""
        try:
            return connection.go_on()
        except OSError:
            self._living.remove(connection)
            return True

    def _next_first(self, used: CopyConnection) -> None:
        """The one that was used comes last, so that all have as much to do."""
        self._living.remove(used)
        self._living.append(used)


def _wait_for(connections: Sequence[CopyConnection]) -> None:
    """Return when one of them can take more, or is gone."""
    if connections:
        select.select([], [connection.socket for connection in connections], [])
