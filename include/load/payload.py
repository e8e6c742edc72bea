"""The filler that follows a message's header."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from random import Random

from pydantic import BaseModel

from include.load.message import HEADER_BYTES, transformed_filler

_POOL_BYTES = 4 * 1024 * 1024
_STEP = 1009
"""The gap in the pool, in bytes, between the fillers of successive messages. It is a prime, so that a filler
rarely begins at the place of an earlier filler."""

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
    """Fillers that are slices of one pool of bytes.

    Taking a slice is much faster than generating bytes for each message.

    A codec compresses one batch at a time. The pool is larger than a batch, so that slices of random bytes do
    not compress.
    """

    def __init__(self, kind: Filler, seed: int, size: int, transformed: bool = False) -> None:
        """Create the pool.

        Args:
            transformed: Whether the fillers are transformed, like the fillers of messages that a copier has
                written.
        """
        pool = pool_of(kind, seed)
        self._pool = transformed_filler(pool) if transformed else pool
        self._size = size
        self._places = len(pool) - size

    def of(self, message: int) -> bytes:
        """The filler of a message. The same seed and message always give the same filler."""
        place = (message * (self._size + _STEP)) % self._places
        return self._pool[place : place + self._size]

    def of_all(self, messages: Iterable[int]) -> Iterator[bytes]:
        """Yield the fillers of many messages. This is faster than a call for each message."""
        pool, size, step, places = self._pool, self._size, self._size + _STEP, self._places
        for message in messages:
            place = message * step % places
            yield pool[place : place + size]


class MessageContent(BaseModel, frozen=True):
    """The content of a cell's messages: the size, and how the id determines a message's filler."""

    message_bytes: int
    """The size of a message in bytes, which includes the header."""
    filler: Filler
    filler_seed: int

    def fillers(self, transformed: bool = False) -> FillerPool:
        """The fillers of the messages; with ``transformed``, the fillers that a copier writes."""
        return FillerPool(self.filler, self.filler_seed, self.message_bytes - HEADER_BYTES, transformed)


def pool_of(kind: Filler, seed: int) -> bytes:
    """The bytes from which fillers are cut. The same seed gives the same bytes."""
    return Random(seed).randbytes(_POOL_BYTES) if kind is Filler.RANDOM else _text(seed)


def _text(seed: int) -> bytes:
    words = Random(seed).choices(_WORDS, k=_POOL_BYTES // 6)
    return " ".join(words).encode()[:_POOL_BYTES]
