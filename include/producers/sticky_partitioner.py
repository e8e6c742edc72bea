"""Which partition a message without a key goes to: the one at hand, until its batch is full.

That is what Java's producer does (KIP-480, KIP-794). librdkafka sticks to a partition for a time instead,
and not at all without a linger time: its batches would never fill.
"""

from collections.abc import Iterator
from itertools import repeat
from random import Random

from include.load_runtime.job import ProducerJob
from include.load_runtime.message import RECORD_OVERHEAD_BYTES

BY_KEY = -1
"""In place of a partition: the client finds it by the message's key."""


def batch_messages(batch_bytes: int, message_bytes: int, most: int) -> int:
    """How many messages fill a batch: at least one, and no more than ``most``."""
    by_bytes = batch_bytes // (message_bytes + RECORD_OVERHEAD_BYTES)
    return min(max(1, by_bytes), most)


def batches(partitions: int, seed: int) -> Iterator[int]:
    """The partition of each batch: every partition once in random order, then again.

    Random order without return keeps the load even, which drawing with return would not in a short cell.
    """
    random = Random(seed)
    order = list(range(partitions))
    while True:
        random.shuffle(order)
        yield from order


class StickyPartition:
    """The partition at hand, for messages that are handed over to the client a batch or less at a time."""

    def __init__(self, partitions: Iterator[int], in_a_batch: int, linger_ns: int) -> None:
        self.in_a_batch = in_a_batch
        self._partitions = partitions
        self._linger_ns = linger_ns
        self._room = 0
        self._sent_by_ns = 0
        self._partition = -1

    @classmethod
    def of(cls, job: ProducerJob) -> "StickyPartition":
        """As Java's producer would choose for such a job."""
        in_a_batch = batch_messages(job.batch_bytes, job.message_bytes, job.most_per_request)
        order = repeat(BY_KEY) if job.keys else batches(job.partitions, job.filler_seed)
        return cls(order, in_a_batch, int(job.linger_ms * 1_000_000))

    def take(self, messages: int, now_ns: int) -> int:
        """Where so many messages go that are handed over now.

        They join the batch at hand, unless it is too full for them, or the client has waited long enough for
        more, and sent it.
        """
        if messages > self._room or now_ns >= self._sent_by_ns:
            self._partition = next(self._partitions)
            self._room = self.in_a_batch
            self._sent_by_ns = now_ns + self._linger_ns
        self._room -= messages
        return self._partition
