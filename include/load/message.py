"""The message that a load program sends: a fixed header, then filler up to the message's size.

A receiver can check every byte: the header contains a checksum of its other fields, and the filler can be
computed from the id. A copier transforms messages, so that a copied message can be recognised.
"""

import struct
from hashlib import blake2b
from zlib import crc32

_CHECKED = struct.Struct("<qQq")
"""The part of the header that the checksum covers."""

HEADER = struct.Struct("<qQqI")
"""Little-endian, 28 bytes: id, cell number, creation time (ns of the cell's clock), CRC-32 of these three."""

HEADER_BYTES = HEADER.size

INTACT_CRC = 0x2144DF1C
"""The CRC-32 of every undamaged header. A header ends with the CRC-32 of its other bytes, so that the CRC-32
of the whole header is a constant: the residue of CRC-32. Source: Williams, A painless guide to CRC error
detection algorithms, 1993."""

RECORD_OVERHEAD_BYTES = 10
"""The maximum number of bytes that Kafka's record format adds to a small message without key and headers (a
few varints)."""

_INVERTED = bytes(255 - byte for byte in range(256))


def header_bytes(id: int, cell: int, created_ns: int) -> bytes:
    """The header of a message that is about to be sent."""
    checked = _CHECKED.pack(id, cell, created_ns)
    return checked + crc32(checked).to_bytes(4, "little")


def cell_number(run_id: str, cell_id: str) -> int:
    """A 64-bit number for a cell, which distinguishes its messages from those of other runs and cells."""
    return int.from_bytes(blake2b(f"{run_id}/{cell_id}".encode(), digest_size=8).digest(), "little")


def key_of(message: int, keys: int) -> bytes:
    """The key of a message: the id of the message modulo the number of keys."""
    return str(message % keys).encode()


def transform(value: bytes) -> bytes:
    """A message with the same header and every bit of its filler inverted.

    A second transformation restores the original, so that a message that was copied twice is recognised too.
    """
    return value[:HEADER_BYTES] + transformed_filler(value[HEADER_BYTES:])


def transformed_filler(filler: bytes) -> bytes:
    """A filler with every bit inverted."""
    return filler.translate(_INVERTED)
