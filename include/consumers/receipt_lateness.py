"""How late a consumer may have taken its messages: the time for which it did not wait for them before."""

from array import array
from time import monotonic_ns

import numpy as np

LATENESS_PERCENTILES = (50, 99)


class ReceiptLateness:
    """Records for each message how long before its receipt the consumer was not waiting for messages.

    A message that arrives while the consumer works on former ones has a receipt that is late by this time at
    most. Waiting for a message makes no receipt late.
    """

    def __init__(self) -> None:
        self._returned_ns = 0
        self._away_ns = 0
        self._lateness_ns: array[int] = array("q")
        self._messages: array[int] = array("q")

    def ask(self) -> None:
        """Record that the consumer begins to wait for messages."""
        self._away_ns = monotonic_ns() - self._returned_ns if self._returned_ns else 0

    def take(self, messages: int, received_ns: int) -> None:
        """Record that the client returned so many messages at this time, in ns of the monotonic clock."""
        self._returned_ns = received_ns
        if messages:
            self._lateness_ns.append(self._away_ns)
            self._messages.append(messages)

    def counts(self) -> dict[str, int]:
        """Return the median and the 99th percentile over all messages, in ns; empty without a message."""
        if not self._messages:
            return {}
        lateness_ns, messages = (np.frombuffer(a, np.int64) for a in (self._lateness_ns, self._messages))
        order = np.argsort(lateness_ns)
        reached = np.cumsum(messages[order])
        return {
            f"receipt_lateness_p{percentile}_ns": int(
                lateness_ns[order][np.searchsorted(reached, percentile / 100 * reached[-1])]
            )
            for percentile in LATENESS_PERCENTILES
        }
