"""The transformation that a copier applies to a message, so that a copied message can be recognised."""

from include.load_runtime.message import HEADER_BYTES

_INVERTED = bytes(255 - byte for byte in range(256))


def transform(value: bytes) -> bytes:
    """Return a message with the same header and every bit of its filler inverted.

    A second transformation restores the original, so that a message that was copied twice is recognised too.
    """
    return value[:HEADER_BYTES] + transformed_filler(value[HEADER_BYTES:])


def transformed_filler(filler: bytes) -> bytes:
    """Return a filler with every bit inverted."""
    return filler.translate(_INVERTED)
