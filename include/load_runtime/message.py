"""The message a load program sends: a fixed header, then filler up to the message's size."""

import struct
from dataclasses import dataclass
from hashlib import blake2b

HEADER = struct.Struct("<qQqI")
"""id, cell, creation time (ns of the cell's clock), messages in the cell: 28 bytes, little-endian."""

HEADER_BYTES = HEADER.size

RECORD_OVERHEAD_BYTES = 10
"""What Kafka's record format adds to a small message without key or headers (a few varints), at most."""


@dataclass(frozen=True)
class Header:
    """What the first 28 bytes of every message say."""

    id: int
    cell: int
    created_ns: int
    messages: int


def cell_number(run_id: str, cell_id: str) -> int:
    """A 64-bit number for a cell, so that a message from another run or cell is recognised."""
    return int.from_bytes(blake2b(f"{run_id}/{cell_id}".encode(), digest_size=8).digest(), "little")


def key_of(message: int, keys: int) -> bytes:
    """The key of a message: the keys, numbered from 0, are taken in turn."""
    return str(message % keys).encode()


def read_header(value: bytes) -> Header:
    """The header of a received message.

    Raises:
        ValueError: the message is shorter than a header.
    """
    if len(value) < HEADER_BYTES:
        raise ValueError(f"a message of {len(value)} bytes is smaller than its {HEADER_BYTES}-byte header")
    return Header(*HEADER.unpack_from(value))
