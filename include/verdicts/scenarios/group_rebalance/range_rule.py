"""Which partitions each consumer owns by the range rule: by the published formula, and by Kafka's.

As published, partitions and consumers are sorted, N is the number of partitions divided by the number of
consumers, and consumer j owns partitions j·N to (j + 1)·N - 1. The formula is defined where N is an integer.
Where it is not, Kafka's range assignor rounds N down, and the first consumers own one partition more each,
until every partition has an owner.
"""

from collections.abc import Sequence
from itertools import pairwise


def published(partitions: int, consumers: int) -> list[range] | None:
    """The partitions of each consumer by the published formula; None where N is not an integer."""
    each, over = divmod(partitions, consumers)
    return None if over else [range(j * each, (j + 1) * each) for j in range(consumers)]


def ranges(partitions: int, consumers: int) -> list[range]:
    """The partitions of each consumer by Kafka's rule, in the order of the consumers."""
    each, over = divmod(partitions, consumers)
    starts = [j * each + min(j, over) for j in range(consumers + 1)]
    return [range(start, end) for start, end in pairwise(starts)]


def follows(owned: Sequence[frozenset[int]], partitions: int) -> bool:
    """Whether members, in their order, own the partitions that the rule gives them."""
    return list(owned) == [frozenset(own) for own in ranges(partitions, len(owned))]
