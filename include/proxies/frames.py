"""The frames of Kafka's protocol: a length of four bytes, then header and body of a request or an answer.

Source: https://kafka.apache.org/protocol#protocol_common, https://kafka.apache.org/protocol#protocol_messages.
"""

import struct
from asyncio import IncompleteReadError, StreamReader
from dataclasses import dataclass

from include.load_runtime.strike import End

LENGTH_BYTES = 4

LARGEST_FRAME = 128 * 2**20
"""The length in bytes above which what a client sends is taken for something else than Kafka's protocol."""

_HEADER = struct.Struct(">hhi")
AFTER_CORRELATION_ID = LENGTH_BYTES + _HEADER.size
"""The position in the frame of a request at which all that follows the correlation id begins."""

_CORRELATION_ID = struct.Struct(">i")
AFTER_CORRELATION_ID_OF_ANSWER = LENGTH_BYTES + _CORRELATION_ID.size
"""The same position in the frame of an answer."""


class FrameError(Exception):
    """What was read is no frame of Kafka's protocol."""


@dataclass(frozen=True)
class RequestHeader:
    """The part of a request's header that all versions of the protocol have."""

    api_key: int
    version: int
    correlation_id: int


async def read_frame(reader: StreamReader) -> bytes | None:
    """Read one frame, with its length; None if the stream ends between two frames, or within one.

    Raises:
        FrameError: The length is negative, or larger than any frame.
    """
    try:
        prefix = await reader.readexactly(LENGTH_BYTES)
        length = int.from_bytes(prefix, signed=True)
        if not 0 <= length <= LARGEST_FRAME:
            raise FrameError(f"a frame of {length} bytes")
        return prefix + await reader.readexactly(length)
    except (IncompleteReadError, ConnectionError):
        return None


def request_header(frame: bytes) -> RequestHeader:
    """The header of a request.

    Raises:
        FrameError: The frame is too short.
    """
    try:
        return RequestHeader(*_HEADER.unpack_from(frame, LENGTH_BYTES))
    except struct.error:
        raise FrameError(f"a request of {len(frame)} bytes") from None


def answer_frame(header: RequestHeader, body: bytes) -> bytes:
    """The frame of an answer to a request; the body begins with the tagged fields of the header, if any."""
    number = _CORRELATION_ID.pack(header.correlation_id)
    return (len(number) + len(body)).to_bytes(LENGTH_BYTES) + number + body


def correlation_id(frame: bytes) -> int:
    """The correlation id of an answer, which is that of its request.

    Raises:
        FrameError: The frame is too short.
    """
    try:
        (number,) = _CORRELATION_ID.unpack_from(frame, LENGTH_BYTES)
    except struct.error:
        raise FrameError(f"an answer of {len(frame)} bytes") from None
    return int(number)


@dataclass(frozen=True)
class RequestContent:
    """The producer of a request, and what it asks for or has messages of; None where that is not known."""

    producer_id: int | None
    producer_epoch: int | None
    outcome: End | None = None
    """What an EndTxn request asks for."""
    partitions: tuple[int, ...] = ()
    """The partitions that a Produce request has messages of."""
    messages: int | None = None
    """The number of messages of a Produce request."""
