"""The fields of requests and answers whose length varies: strings, lengths of arrays, and tagged fields.

Functions that read return the position after the field, or after its length. A frame that is cut off raises
``struct.error`` or ``IndexError``, or the position is behind the end of the frame. Source:
https://kafka.apache.org/protocol#protocol_types.
"""

import struct

from include.proxies.frames import AFTER_CORRELATION_ID

_STRING_LENGTH = struct.Struct(">h")
_LENGTH = struct.Struct(">i")


def after_header(frame: bytes, *, is_flexible: bool) -> int:
    """The position of a request's body: after the client id and, in a flexible version, the tagged fields."""
    place = after_string(frame, AFTER_CORRELATION_ID, is_compact=False)
    return after_tagged_fields(frame, place) if is_flexible else place


def after_tagged_fields(frame: bytes, place: int) -> int:
    """The position after the tagged fields that begin at a position."""
    fields, place = _unsigned(frame, place)
    for _ in range(fields):
        _, place = _unsigned(frame, place)
        size, place = _unsigned(frame, place)
        place += size
    return place


def after_string(frame: bytes, place: int, *, is_compact: bool) -> int:
    """The position after the string that begins at a position.

    Flexible versions of a request have compact strings, whose length is an unsigned variable-length integer.
    """
    if is_compact:
        length, place = _unsigned(frame, place)
        return place + max(0, length - 1)
    (length,) = _STRING_LENGTH.unpack_from(frame, place)
    return place + _STRING_LENGTH.size + max(0, int(length))


def length_of(frame: bytes, place: int, *, is_compact: bool) -> tuple[int, int]:
    """The length of the array or byte field at a position, and the position of its first element or byte."""
    if is_compact:
        length, first = _unsigned(frame, place)
        return max(0, length - 1), first
    (length,) = _LENGTH.unpack_from(frame, place)
    return max(0, int(length)), place + _LENGTH.size


def length_field(length: int, *, is_compact: bool) -> bytes:
    """The field with the length of an array, which comes before its elements."""
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
