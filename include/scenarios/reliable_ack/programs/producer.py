"""Send messages without waiting for brokers, and send a copy of each message to a monitor.

The program is ``python -m include.scenarios.reliable_ack.programs.producer <job file>``.
"""

import select
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from socket import SHUT_WR, SO_SNDBUF, SOL_SOCKET, socket
from time import monotonic, monotonic_ns
from typing import Self

from confluent_kafka import KafkaException

from include.load.load_program import run_program
from include.load.program_environment import congestion_control_of
from include.load.signals import ProgramSignals
from include.producers.delivery_producer import DeliveryProducer, explain_failure
from include.scenarios.reliable_ack.programs.jobs import (
    FrameKind,
    MonitoredProducerJob,
    connect_to_monitor,
    encode_frame,
)

SEND_BUFFER_BYTES = 131_072
"""The size of a connection's send buffer; without this setting, the kernel might choose megabytes. A copy in
the buffer counts as handed over, although the monitor does not have it yet."""


WAIT_SECONDS = 1.0
"""The maximum time to wait until a connection accepts data; then all connections are tried again."""


class CopyConnection:
    """A connection to the monitor, and the unsent part of its last frame."""

    def __init__(self, connection: socket) -> None:
        self.socket = connection
        self._rest = memoryview(b"")

    def begin(self, frame: bytes) -> bool:
        """Begin to send a frame. Return False if the previous frame is not completely sent yet.

        Raises:
            OSError: The connection is lost.
        """
        if not self.go_on():
            return False
        self._rest = memoryview(frame)
        self.go_on()
        return True

    def go_on(self) -> bool:
        """Send more of the frame, and return whether all of it is sent.

        Raises:
            OSError: The connection is lost.
        """
        try:
            while self._rest:
                self._rest = self._rest[self.socket.send(self._rest) :]
        except BlockingIOError:
            return False
        return True


class MonitorSender:
    """Sends each frame over any connection that accepts it.

    Connections that wait for a lost packet are skipped.
    """

    def __init__(self, connections: Sequence[socket]) -> None:
        for connection in connections:
            connection.sendall(encode_frame(FrameKind.COPY_CONNECTION, len(connections)))
            connection.setblocking(False)
        self._open = [CopyConnection(connection) for connection in connections]

    @classmethod
    def connect(cls, cell: Path, connections: int, congestion_control: str | None) -> Self:
        """Connect to the monitor of a cell."""
        sockets = [connect_to_monitor(cell) for _ in range(connections)]
        for connection in sockets:
            connection.setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER_BYTES)
            if congestion_control:
                congestion_control_of(connection, congestion_control)
        return cls(sockets)

    @property
    def is_connected(self) -> bool:
        """Whether at least one connection to the monitor is open."""
        return bool(self._open)

    def send(self, partition: int, values: Sequence[bytes]) -> bool:
        """Send copies of messages of one partition to the monitor, as soon as a connection accepts them.

        Returns:
            Whether a connection has accepted the copies. False if every connection to the monitor is lost.
        """
        frame = encode_frame(FrameKind.COPIES, partition, b"".join(values))
        while self._open:
            for connection in list(self._open):
                try:
                    if connection.begin(frame):
                        self._move_to_end(connection)
                        return True
                except OSError:
                    self._open.remove(connection)
            _wait_for_any(self._open)
        return False

    def close(self, due: float = inf) -> None:
        """Finish sending every frame, at most until ``due`` (a time of the monotonic clock in s).

        Tell the monitor that no more copies follow.
        """
        while connections := [connection for connection in self._open if not self._is_finished(connection)]:
            if monotonic() >= due:
                break
            _wait_for_any(connections, min(WAIT_SECONDS, max(0, due - monotonic())))
        for connection in self._open:
            with suppress(OSError):  # The connection was lost just now.
                connection.socket.shutdown(SHUT_WR)

    def _is_finished(self, connection: CopyConnection) -> bool:
        """Whether a connection has nothing more to send, or is lost."""
        try:
            return connection.go_on()
        except OSError:
            self._open.remove(connection)
            return True

    def _move_to_end(self, connection: CopyConnection) -> None:
        """Move a used connection to the end of the list, so that all connections have the same load."""
        self._open.remove(connection)
        self._open.append(connection)


def _wait_for_any(connections: Sequence[CopyConnection], seconds: float = WAIT_SECONDS) -> None:
    """Wait at most ``seconds`` until one of the connections accepts more data or is lost."""
    if connections:
        select.select([], [connection.socket for connection in connections], [], seconds)


class MonitoredProducer(DeliveryProducer):
    """A producer that requests no acknowledgements, because its monitor retransmits lost messages.

    If the client's buffer is full, the producer waits for room, or sends the message only to the monitor. If
    only the monitor has a message, the monitor retransmits it to a broker. The producer waits until a
    connection to the monitor accepts a copy, but does not learn whether the copy arrived.
    """

    def __init__(self, job: MonitoredProducerJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        connections = job.copy_connections
        self._monitor = MonitorSender.connect(job.folder, connections, job.copy_congestion_control)
        self._leaves_to_monitor = job.leaves_to_monitor
        self._left_to_monitor = 0
        self._uncopied = 0

    def counts(self) -> dict[str, int]:
        return {**super().counts(), "left_to_monitor": self._left_to_monitor, "uncopied": self._uncopied}

    def _send_all(self) -> None:
        """Send all messages and copies.

        The connections to the monitor are closed before the client is flushed.
        """
        super()._send_all()
        self._monitor.close(self._drain_until)

    def _produce(self, partition: int) -> None:
        batch = self._batch
        has_room = self._buffer.has_room(self._handed_over, len(batch))
        if not has_room and self._leaves_to_monitor and self._monitor.is_connected:
            self._leave_to_monitor()
        else:
            super()._produce(partition)
        values = [message["value"] for message in batch.messages]
        if not self._monitor.send(partition, values):
            self._uncopied += len(batch)

    def _leave_to_monitor(self) -> None:
        self.log.handed_over(self._batch.ids, monotonic_ns())
        # The client never has these messages, so it reports nothing.
        self.log.count_as_reported(len(self._batch))
        self._left_to_monitor += len(self._batch)


if __name__ == "__main__":
    run_program(MonitoredProducer, MonitoredProducerJob, KafkaException, explain_failure)
