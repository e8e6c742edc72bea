"""What a copier makes of a message: another content, from which it can be told that it was copied."""

from include.load_runtime.message import HEADER_BYTES

_INVERTED = bytes(255 - byte for byte in range(256))


def transform(value: bytes) -> bytes:
    """The same header, and behind it every bit inverted: a second copy would undo the first."""
    return value[:HEADER_BYTES] + transformed_filler(value[HEADER_BYTES:])


def transformed_filler(filler: bytes) -> bytes:
    """What ``transform`` makes of what stands behind a header."""
    return filler.translate(_INVERTED)
