"""What is sent to a monitor, over a stream: frames of a header and a content."""

from dataclasses import dataclass
from enum import IntEnum
from struct import Struct

HEADER = Struct("<BiI")
"""Kind, number, bytes of the content."""


class FrameKind(IntEnum):
    """What a frame is about, and what its number says."""

    COPYING = 1
    """The connection brings copies. Number: over how many connections they come. No content."""
    COPIES = 2
    """Messages' values, one after another. Number: the partition that they go to."""
    RECEIPTS = 3
    """Ids of messages that a broker has appended, eight bytes each. Number: nothing."""


@dataclass(frozen=True)
class Frame:
    """A frame that came whole."""

    kind: FrameKind
    number: int
    content: bytes


def framed(kind: FrameKind, number: int = 0, content: bytes = b"") -> bytes:
    """A frame as it is sent."""
    return HEADER.pack(kind, number, len(content)) + content


class FrameReader:
    """Puts frames together from what a connection brings, in whatever pieces."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def take(self, piece: bytes) -> list[Frame]:
        """The frames that are whole with this piece."""
        rest = self._rest
        rest += piece
        frames, place = [], 0
        while (found := _frame_at(rest, place)) is not None:
            frames.append(found)
            place += HEADER.size + len(found.content)
        del rest[:place]
        return frames


def _frame_at(stream: bytearray, place: int) -> Frame | None:
    """The frame that begins there; None where it isn't whole."""
    begin = place + HEADER.size
    if len(stream) < begin:
        return None
    kind, number, size = HEADER.unpack_from(stream, place)
    if len(stream) < begin + size:
        return None
    return Frame(FrameKind(kind), number, bytes(stream[begin : begin + size]))
