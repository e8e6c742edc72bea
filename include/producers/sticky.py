"""Which partition a message without a key goes to: the one at hand, until its batch is full.

That is what Java's producer does (KIP-480, KIP-794). librdkafka sticks to a partition for a time instead,
and not at all without a linger time: its batches would never fill.
"""

from collections.abc import Iterator
from random import Random

from include.programs.message import RECORD_OVERHEAD_BYTES


def batch_messages(batch_bytes: int, message_bytes: int) -> int:
    """How many messages fill a batch; at least one."""
    return max(1, batch_bytes // (message_bytes + RECORD_OVERHEAD_BYTES))


def batches(partitions: int, seed: int) -> Iterator[int]:
    """The partition of each batch: every partition once in random order, then again.

    Random order without return keeps the load even, which drawing with return would not in a short cell.
    """
    random = Random(seed)
    order = list(range(partitions))
    while True:
        random.shuffle(order)
        yield from order
