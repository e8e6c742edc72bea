"""The partition of a message without a key: the current partition, until its batch is full.

Java's producer chooses partitions in this way (KIP-480, KIP-794). librdkafka instead keeps a partition for a
fixed time. Without linger this time is 0. So the partitioner of librdkafka would never fill a batch.
"""

from collections.abc import Iterator
from itertools import cycle, repeat
from random import Random

from include.load.message import RECORD_OVERHEAD_BYTES
from include.load.producer_job import ProducerJob

PARTITION_BY_KEY = -1
"""The partition number that makes the client choose the partition by the message's key."""


def messages_per_batch(batch_bytes: int, message_bytes: int, most: int) -> int:
    """The number of messages that fill a batch: from one to ``most``."""
    by_bytes = batch_bytes // (message_bytes + RECORD_OVERHEAD_BYTES)
    return min(max(1, by_bytes), most)


def partition_of_each_batch(partitions: int, seed: int) -> Iterator[int]:
    """Yield the partition of each batch, without end.

    Each round contains all partitions once, in a new random order. Every partition gets the same load. In a
    short cell, independent random choices would not balance the load.
    """
    random = Random(seed)
    order = list(range(partitions))
    while True:
        random.shuffle(order)
        yield from order


class StickyPartitioner:
    """Chooses the partition of messages. At most one batch is handed over to the client at a time."""

    def __init__(self, partitions: Iterator[int], batch_messages: int, linger_ns: int) -> None:
        self.batch_messages = batch_messages
        """The number of messages that fill a batch."""
        self._partitions = partitions
        self._linger_ns = linger_ns
        self._room = 0
        self._sent_by_ns = 0
        self._partition = -1

    @classmethod
    def of(cls, job: ProducerJob) -> "StickyPartitioner":
        """The partitioner for a job: round robin, by key, or sticky as in the Java client."""
        if job.partition_cycle:
            return cls(cycle(job.partition_cycle), batch_messages=1, linger_ns=0)
        most = min(job.most_per_request, job.unacknowledged_messages or job.most_per_request)
        batch_messages = messages_per_batch(job.batch_bytes, job.message_bytes, most)
        partitions = (
            repeat(PARTITION_BY_KEY) if job.keys else partition_of_each_batch(job.partitions, job.filler_seed)
        )
        return cls(partitions, batch_messages, int(job.linger_ms * 1_000_000))

    def partition_of(self, messages: int, now_ns: int) -> int:
        """The partition for the messages that are handed to the client now; ``messages`` is their number.

        The messages join the current batch if this batch has enough room, and if the client has not sent it
        yet. The client sends a batch when the linger time of the batch is over.
        """
        if messages > self._room or now_ns >= self._sent_by_ns:
            self._partition = next(self._partitions)
            self._room = self.batch_messages
            self._sent_by_ns = now_ns + self._linger_ns
        self._room -= messages
        return self._partition
