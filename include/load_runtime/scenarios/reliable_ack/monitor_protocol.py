"""The protocol to a monitor: a stream of frames, each with a header and a content."""

from dataclasses import dataclass
from enum import IntEnum
from struct import Struct

FRAME_HEADER = Struct("<BiI")
"""Little-endian: kind, number, size of the content in bytes."""


class FrameKind(IntEnum):
    """The kinds of frames: the content of each, and the meaning of its number."""

    COPY_CONNECTION = 1
    """The connection brings copies. Number: how many connections bring copies. No content."""
    COPIES = 2
    """The values of messages, one after another. Number: the partition of these messages."""
    RECEIPTS = 3
    """The ids of messages that a broker has appended, eight bytes each. The number is unused."""


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
        """The frames that this piece completes."""
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
