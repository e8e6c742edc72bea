"""The headers of many messages at once, as NumPy arrays."""

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from include.load.message import HEADER, HEADER_BYTES, INTACT_CRC

_HEADER_TYPE = np.dtype([("id", "<i8"), ("cell", "<u8"), ("created_ns", "<i8"), ("checksum", "<u4")])
assert _HEADER_TYPE.itemsize == HEADER.size  # noqa: S101 - both describe the same layout


def headers_of(values: Sequence[bytes]) -> np.ndarray:
    """The headers of messages, shape (n,), with the fields of ``message.HEADER``.

    A value that is shorter than a header is padded with zero bytes.
    """
    return _decoded(_starts(values))


def checked_headers_of(values: Sequence[bytes]) -> tuple[np.ndarray, np.ndarray]:
    """The headers of messages, and a mask of the undamaged headers; both have the shape (n,)."""
    starts = _starts(values)
    checksums = np.fromiter(map(crc32, starts), np.uint32, len(starts))
    return _decoded(starts), checksums == INTACT_CRC


def _starts(values: Sequence[bytes]) -> list[bytes]:
    return [value[:HEADER_BYTES] for value in values]


def _decoded(starts: list[bytes]) -> np.ndarray:
    content = b"".join(starts)
    if len(content) < HEADER_BYTES * len(starts):
        content = b"".join(start.ljust(HEADER_BYTES, b"\0") for start in starts)
    return np.frombuffer(content, _HEADER_TYPE)
