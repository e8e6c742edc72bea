"""The headers of many messages at once, as a NumPy array."""

from collections.abc import Sequence

import numpy as np

from include.load_runtime.message import HEADER, HEADER_BYTES

_HEADER_TYPE = np.dtype([("id", "<i8"), ("cell", "<u8"), ("created_ns", "<i8"), ("messages", "<u4")])
assert _HEADER_TYPE.itemsize == HEADER.size  # noqa: S101 - both describe the same layout


def headers_of(values: Sequence[bytes]) -> np.ndarray:
    """Return the headers of messages, shape (n,), with the fields of ``message.Header``.

    A value that is shorter than a header is padded with zero bytes.
    """
    starts = [value[:HEADER_BYTES].ljust(HEADER_BYTES, b"\0") for value in values]
    return np.frombuffer(b"".join(starts), _HEADER_TYPE)
