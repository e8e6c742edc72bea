"""The filler that follows a message's header."""

from collections.abc import Callable
from enum import StrEnum
from random import Random

from include.load_runtime.message import HEADER_BYTES
from include.load_runtime.transform import transformed_filler

_POOL_BYTES = 4 * 1024 * 1024
_STEP = 1009
"""A prime: neighbouring messages differ, and every place of the pool is used before one is used again."""

_WORDS = (
    *("order", "invoice", "payment", "customer", "address", "street", "city", "country", "amount"),
    *("currency", "status", "shipped", "pending", "returned", "product", "category", "quantity", "price"),
    *("discount", "warehouse", "carrier", "delivery", "account", "session"),
)


class Filler(StrEnum):
    """The kinds of filler: random bytes, which do not compress, and text, which does."""

    RANDOM = "random"
    TEXT = "text"


class FillerPool:
    """Slices of one pool of bytes, which cost far less than new bytes for each message.

    A codec sees one batch at a time. Because the pool is larger than a batch, random slices do not compress.
    """

    def __init__(self, kind: Filler, seed: int, size: int) -> None:
        self._pool = _random(seed) if kind is Filler.RANDOM else _text(seed)
        self._size = size
        self._places = len(self._pool) - size

    def of(self, message: int) -> bytes:
        """Return the filler of a message. The same seed and message always give the same filler."""
        place = (message * (self._size + _STEP)) % self._places
        return self._pool[place : place + self._size]


def contents(
    kind: Filler, seed: int, message_bytes: int, transformed: bool = False
) -> Callable[[int], bytes]:
    """Return the function from a message's id to its filler; ``transformed``: as a copier writes it."""
    filler = FillerPool(kind, seed, message_bytes - HEADER_BYTES).of
    return (lambda message: transformed_filler(filler(message))) if transformed else filler


def _random(seed: int) -> bytes:
    return Random(seed).randbytes(_POOL_BYTES)


def _text(seed: int) -> bytes:
    words = Random(seed).choices(_WORDS, k=_POOL_BYTES // 6)
    return " ".join(words).encode()[:_POOL_BYTES]
