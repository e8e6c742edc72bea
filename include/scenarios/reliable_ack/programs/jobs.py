"""The jobs of the reliable-ack scenario, the monitor's protocol, and the monitor's address.

The protocol is a stream of frames, each with a header and a content.
"""

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from socket import IPPROTO_TCP, TCP_NODELAY, create_connection, socket
from struct import Struct
from typing import ClassVar, Self

from include.load.job import Job
from include.load.producer_job import ProducerJob
from include.machine.errors import PlatformError
from include.machine.processes.wait_until import wait_until


class MonitoredProducerJob(ProducerJob):
    """The job of a producer that sends a copy of each message to a monitor.

    The monitor's address is in the cell's folder.
    """

    leaves_to_monitor: bool = True
    """Whether a message goes only to the monitor if the client's buffer has no room and the monitor is
    connected. If not, the producer waits for room."""
    copy_connections: int
    copy_congestion_control: str | None = None
    """TCP's congestion control on the connections that carry copies; None: the algorithm of the producer's
    network."""

    @classmethod
    def of(
        cls,
        job: ProducerJob,
        *,
        leaves_to_monitor: bool,
        copy_connections: int,
        copy_congestion_control: str,
    ) -> Self:
        """The job of a producer, with a monitor."""
        return cls(
            **job.model_dump(),
            leaves_to_monitor=leaves_to_monitor,
            copy_connections=copy_connections,
            copy_congestion_control=copy_congestion_control,
        )


class MonitorJob(Job):
    """The job of a monitor.

    ``client_settings`` configure the monitor's own producer, which retransmits messages.
    """

    ends_by_itself: ClassVar[bool] = True  # when all messages are confirmed

    message_bytes: int
    partitions: int
    slots: int
    """The initial size of the list of messages that wait for a confirmation."""
    drain_seconds: float
    """The maximum time that the monitor waits for confirmations after the last copy has arrived."""


class ReceiptsJob(Job):
    """The job of a program that reports to the monitor which messages a broker has appended."""

    index: int
    """The number of this program, from 0. ``of`` is the number of such programs. Each of them follows
    different brokers."""
    of: int


FRAME_HEADER = Struct("<BiI")
"""Little-endian: kind, number, size of the content in bytes."""


class FrameKind(IntEnum):
    """The purpose of a frame, which determines the meaning of its content and of its number."""

    COPY_CONNECTION = 1
    """The mark of a connection that carries copies. The frame's number is the number of such connections. The
    frame has no content."""
    COPIES = 2
    """The values of messages, one after another. The frame's number is the partition of these messages."""
    RECEIPTS = 3
    """The ids of messages that a broker has written to its log, eight bytes each. The frame's number is not
    used."""


@dataclass(frozen=True)
class Frame:
    """A complete frame."""

    kind: FrameKind
    number: int
    content: bytes


def encode_frame(kind: FrameKind, number: int = 0, content: bytes = b"") -> bytes:
    """The bytes of a frame."""
    return FRAME_HEADER.pack(kind, number, len(content)) + content


class FrameDecoder:
    """Decodes the frames of one connection, whose bytes arrive in pieces of any size."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def take(self, piece: bytes) -> list[Frame]:
        """Add a piece of the connection's bytes, and return the frames that are now complete."""
        rest = self._rest
        rest += piece
        frames, begin = [], 0
        while (frame := _frame_at(rest, begin)) is not None:
            frames.append(frame)
            begin += FRAME_HEADER.size + len(frame.content)
        del rest[:begin]
        return frames


def _frame_at(stream: bytearray, begin: int) -> Frame | None:
    """The frame that begins at this byte; None if it is incomplete."""
    content = begin + FRAME_HEADER.size
    if len(stream) < content:
        return None
    kind, number, size = FRAME_HEADER.unpack_from(stream, begin)
    if len(stream) < content + size:
        return None
    return Frame(FrameKind(kind), number, bytes(stream[content : content + size]))


ADDRESS_FILE = "monitor.address"

TIMEOUT_SECONDS = 30.0
"""The maximum time to wait for the monitor's address, and the maximum time to connect."""

Address = tuple[str, int]


def publish_address(cell: Path, address: Address) -> None:
    """Write the address of this monitor to the cell's folder."""
    new_file = cell / f"{ADDRESS_FILE}.unfinished"
    new_file.write_text("{}\n{}".format(*address), encoding="utf-8")
    new_file.replace(cell / ADDRESS_FILE)


def connect_to_monitor(cell: Path) -> socket:
    """A connection to the cell's monitor.

    Raises:
        PlatformError: There is no monitor, or it cannot be reached.
    """
    address = wait_for_address(cell)
    try:
        connection = create_connection(address, timeout=TIMEOUT_SECONDS)
    except OSError as error:
        raise PlatformError("the monitor at {}:{} cannot be reached: {}".format(*address, error)) from error
    connection.settimeout(None)
    connection.setsockopt(
        IPPROTO_TCP, TCP_NODELAY, 1
    )  # The last packet of a frame does not wait for earlier packets.
    return connection


def wait_for_address(cell: Path, timeout_seconds: float = TIMEOUT_SECONDS) -> Address:
    """Wait until the monitor has written its address, and return the address.

    Raises:
        NotInTimeError: The monitor has not written its address in time.
    """
    file = cell / ADDRESS_FILE
    wait_until(file.exists, timeout_seconds, lambda: "the monitor did not publish its address")
    host, port = file.read_text(encoding="utf-8").split("\n")
    return host, int(port)
