"""How far a consumer has come: said now and then, and at once when it has come to an end."""

import sys
from collections.abc import Callable, Mapping
from time import monotonic_ns

from include.load_runtime.events import Kind, emit

EVERY_NS = 100_000_000


class Progress:
    """Says it when it is due, when all messages were seen, and when the partitions read to the end change."""

    def __init__(self, messages: int) -> None:
        self._messages = messages
        self._due = 0
        self._at_end: dict[int, int] = {}

    def report(self, different: int, at_end: Mapping[int, int], counts: Callable[[], dict[str, int]]) -> None:
        """Say it, if there is a reason to.

        Args:
            different: How many different messages were seen.
            at_end: Partitions of which everything was read, and the offset where that ends.
            counts: What to say.
        """
        now = monotonic_ns()
        complete = different == self._messages
        if now >= self._due or (complete and self._due < sys.maxsize) or at_end != self._at_end:
            self._due = sys.maxsize if complete else now + EVERY_NS
            self._at_end = dict(at_end)
            emit(Kind.PROGRESS, counts=counts(), at_end=self._at_end)
