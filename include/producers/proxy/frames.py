"""The frames of Kafka's protocol: a length of four bytes, then a header, then a body.

A body has fields whose length varies: strings, lengths of arrays, and tagged fields. Functions that read a
field of variable length return the position after the field, or after its length. If a frame is cut off, the
functions raise ``struct.error`` or ``IndexError``, or return a position behind the end of the frame. Source:
https://kafka.apache.org/protocol#protocol_common, https://kafka.apache.org/protocol#protocol_messages and
https://kafka.apache.org/protocol#protocol_types.
"""

import struct
from asyncio import IncompleteReadError, StreamReader
from dataclasses import dataclass

from include.load.protocol_requests import End

LENGTH_BYTES = 4

LARGEST_FRAME = 128 * 2**20
"""The maximum length of a frame, in bytes. A longer frame does not count as part of Kafka's protocol."""

_HEADER = struct.Struct(">hhi")
AFTER_CORRELATION_ID = LENGTH_BYTES + _HEADER.size
"""The position in a request's frame after the correlation id."""

_STRING_LENGTH = struct.Struct(">h")
_LENGTH = struct.Struct(">i")

_CORRELATION_ID = struct.Struct(">i")
AFTER_CORRELATION_ID_OF_ANSWER = LENGTH_BYTES + _CORRELATION_ID.size
"""The position in an answer's frame after the correlation id."""

THROTTLE_AND_ERROR = struct.Struct(">ih")
"""The first fields of an answer with an error for the whole request."""

PARTITION, ERROR_CODE = struct.Struct(">i"), struct.Struct(">h")

TOPIC_ID_BYTES = 16


class FrameError(Exception):
    """The data are not a frame of Kafka's protocol."""


@dataclass(frozen=True)
class RequestHeader:
    """The part of a request's header that all versions of the protocol have."""

    api_key: int
    version: int
    correlation_id: int


async def read_frame(reader: StreamReader) -> bytes | None:
    """Read a frame, including its length field; None if the stream ends before or within a frame.

    Raises:
        FrameError: The length is negative, or above ``LARGEST_FRAME``.
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
    """The frame of an answer to a request.

    If the header of the answer has tagged fields, the argument ``body`` begins with these fields.
    """
    number = _CORRELATION_ID.pack(header.correlation_id)
    return (len(number) + len(body)).to_bytes(LENGTH_BYTES) + number + body


def correlation_id(frame: bytes) -> int:
    """The correlation id of an answer, which is the same as that of the request.

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
    """The producer, outcome, partitions and messages of a request; unknown values are None."""

    producer_id: int | None
    producer_epoch: int | None
    outcome: End | None = None
    """The outcome that an EndTxn request demands."""
    partitions: tuple[int, ...] = ()
    """The partitions for which a Produce request has messages, or of which a member acknowledges messages."""
    messages: int | None = None
    """The number of these messages."""


def after_header(frame: bytes, *, is_flexible: bool) -> int:
    """The position of a request's body: after the client id and, in a flexible version, the tagged fields."""
    place = after_string(frame, AFTER_CORRELATION_ID, is_compact=False)
    return after_tagged_fields(frame, place) if is_flexible else place


def after_tagged_fields(frame: bytes, place: int) -> int:
    """The position of the first byte after the tagged fields that begin at ``place``."""
    fields, place = _unsigned(frame, place)
    for _ in range(fields):
        _, place = _unsigned(frame, place)
        size, place = _unsigned(frame, place)
        place += size
    return place


def after_string(frame: bytes, place: int, *, is_compact: bool) -> int:
    """The position of the first byte after the string that begins at ``place``.

    Flexible versions of a request have compact strings, whose length is an unsigned variable-length integer.
    """
    if is_compact:
        length, place = _unsigned(frame, place)
        return place + max(0, length - 1)
    (length,) = _STRING_LENGTH.unpack_from(frame, place)
    return place + _STRING_LENGTH.size + max(0, int(length))


def length_of(frame: bytes, place: int, *, is_compact: bool) -> tuple[int, int]:
    """The length of the array or byte field at a position, and the position of the first element or byte."""
    if is_compact:
        length, first = _unsigned(frame, place)
        return max(0, length - 1), first
    (length,) = _LENGTH.unpack_from(frame, place)
    return max(0, int(length)), place + _LENGTH.size


def length_field(length: int, *, is_compact: bool) -> bytes:
    """The length of an array, encoded as the field that comes before the array's elements."""
    if not is_compact:
        return _LENGTH.pack(length)
    number, field = length + 1, bytearray()
    while number >= 0x80:
        field.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*field, number])


def _unsigned(frame: bytes, place: int) -> tuple[int, int]:
    """An unsigned variable-length integer, and the position after it."""
    number, shift = 0, 0
    while True:
        byte = frame[place]
        number |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return number, place
