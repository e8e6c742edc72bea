"""Which partitions are whose: the published formula, and the rule that became of it.

As published, partitions and consumers are sorted, N is the number of partitions divided by that of consumers,
and consumer j owns partitions j·N to (j + 1)·N - 1. That is a rule where N is whole. Where it isn't, Kafka's
range assignor rounds N down and lets the first consumers own one more each, until nothing is left over.
"""

from collections.abc import Sequence
from itertools import pairwise


def published(partitions: int, consumers: int) -> list[range] | None:
    """The partitions of each consumer by the formula as it stands; None where N isn't whole."""
    each, over = divmod(partitions, consumers)
    return None if over else [range(j * each, (j + 1) * each) for j in range(consumers)]


def ranges(partitions: int, consumers: int) -> list[range]:
    """The partitions of each consumer, in the order of the consumers; the same where N is whole."""
    each, over = divmod(partitions, consumers)
    starts = [j * each + min(j, over) for j in range(consumers + 1)]
    return [range(start, end) for start, end in pairwise(starts)]


def follows(owned: Sequence[frozenset[int]], partitions: int) -> bool:
    """Whether members, in their order, own what the rule says."""
    return list(owned) == [frozenset(own) for own in ranges(partitions, len(owned))]
